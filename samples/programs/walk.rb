# What stackprof profiles: a tree of objects that is walked again and again.
class Tree
  def initialize(depth)
    @kids = depth.zero? ? [] : [Tree.new(depth - 1), Tree.new(depth - 1)]
    @value = depth.to_s * 3
  end

  def walk
    @kids.sum(&:walk) + weigh
  end

  def weigh
    @value.chars.map(&:to_i).sort.sum
  end
end

def run
  tree = Tree.new(5)
  400.times { tree.walk }
end
