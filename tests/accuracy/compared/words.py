"""Makes, counts, matches, writes, reads and sorts words."""
import collections
import json
import random
import re


def words(n):
    chance = random.Random(5)
    return ["".join(chance.choice("abcdefgh")
                    for _ in range(chance.randint(2, 7))) for _ in range(n)]


def count(texts):
    counter = collections.Counter()
    for text in texts:
        counter[text] += 1
    return counter


def match(texts):
    pattern = re.compile(r"(a|b)+[c-f]*(g|h)?$")
    return sum(1 for text in texts if pattern.match(text))


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


for _ in range(6):
    made = words(40000)
    match(made)
    json.loads(json.dumps(dict(count(made))))
    sorted(made, key=lambda word: (len(word), word))
    fibonacci(20)
