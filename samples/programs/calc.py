"""Evaluates expressions by recursive descent, to be profiled by cProfile."""


def peek(tokens):
    return tokens[-1] if tokens else ''


def factor(tokens):
    token = tokens.pop()
    if token == '(':
        value = expression(tokens)
        tokens.pop()
        return value
    if token == '-':
        return -factor(tokens)
    return int(token)


def term(tokens):
    value = factor(tokens)
    while peek(tokens) == '*':
        tokens.pop()
        value = value * factor(tokens) % 1000003
    return value


def expression(tokens):
    value = term(tokens)
    while peek(tokens) in ('+', '-'):
        sign = 1 if tokens.pop() == '+' else -1
        value += sign * term(tokens)
    return value


def tokens_of(text):
    for c in '()+-*':
        text = text.replace(c, ' ' + c + ' ')
    return text.split()[::-1]


def power(base, exponent):
    return 1 if exponent == 0 else base * power(base, exponent - 1) % 1000003


def main():
    text = '1'
    for i in range(2, 60):
        text = '({}+{})*-{}'.format(text, i, i + 1)
    total = 0
    for i in range(300):
        total += expression(tokens_of(text)) + power(3, i % 50)
    print(total)


main()
