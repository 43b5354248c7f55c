<?php
// What Tideways profiles: a tree of objects that is walked again and again, and
// two functions that call each other.
class Tree
{
    private $kids = [];
    private $value;

    function __construct($depth)
    {
        $this->value = str_repeat((string)$depth, 3);
        for ($i = 0; $depth > 0 && $i < 2; $i++)
            $this->kids[] = new Tree($depth - 1);
    }

    function walk()
    {
        $sum = $this->weigh();
        foreach ($this->kids as $kid)
            $sum += $kid->walk();
        return $sum;
    }

    function weigh()
    {
        $digits = str_split($this->value);
        sort($digits);
        return array_sum(array_map('intval', $digits));
    }
}

function even($n)
{
    return $n == 0 || odd($n - 1);
}

function odd($n)
{
    return $n != 0 && even($n - 1);
}

function run()
{
    $tree = new Tree(5);
    for ($i = 0; $i < 50; $i++)
        $tree->walk();
    even(6);
}

tideways_xhprof_enable(TIDEWAYS_XHPROF_FLAGS_MEMORY |
                       TIDEWAYS_XHPROF_FLAGS_CPU);
run();
echo json_encode(tideways_xhprof_disable()), "\n";
