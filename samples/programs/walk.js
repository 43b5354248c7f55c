// Counts the ways through a grid, and keeps them: a program for profiles of V8.
'use strict';

function step(x, y) {
    return x === 0 || y === 0 ? 1 : step(x - 1, y) + step(x, y - 1);
}

class Grid {
    constructor(size) {
        this.size = size;
        this.ways = [];
    }

    walk() {
        for (let x = 0; x < this.size; x++)
            this.ways.push(step(x, this.size));
        return this.ways;
    }
}

const kept = [];
[10, 11, 12].forEach((size) => {
    kept.push(new Grid(size).walk().map((n) => String(n).repeat(2000)));
});
console.log(kept.length);
