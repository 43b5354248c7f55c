-- Recursion, and a function that is called from two places.
local function step(n)
    local sum = 0
    for i = 1, 300000 do sum = sum + math.sqrt(i % (n + 1)) end
    return sum
end

local function walk(n)
    if n <= 1 then return step(1) end
    return step(n) + walk(n - 1)
end

local function join(n)
    local parts = {}
    for i = 1, n do parts[#parts + 1] = "part " .. i end
    return #table.concat(parts)
end

local sum = 0
for round = 1, 40 do sum = sum + walk(4) + step(round) + join(5000) end
print(sum)
