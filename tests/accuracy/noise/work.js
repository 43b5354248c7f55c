// The functions of work.c in JavaScript, for tests/accuracy/noise.py; the first
// rounds run in the interpreter, before functions are compiled.
//
//     work.js steady SOLVE SORT
"use strict";

const STEPS = 17000;
let sink = 0;

function read(n) {
    let text = "";
    for (let i = 0; i < n * STEPS / 30; i++)
        text = (text + String.fromCharCode(97 + i % 26)).slice(-20);
    sink += text.length;
}

function parse(n) {
    const text = JSON.stringify({ numbers: [1, 2, 3, 4, 5, 6], name: "x" });
    for (let i = 0; i < n * STEPS / 330; i++)
        sink += JSON.parse(text).numbers.length;
}

function solve(n) {
    let x = sink | 0;
    for (let i = 0; i < n * STEPS; i++)
        x = Math.imul(x ^ i, 41) + (x >> 7) | 0;
    sink = x & 255;
}

function lookup(n) {
    const map = new Map();
    for (let i = 0; i < n * STEPS / 16; i++)
        map.set(i * 7919 % 101, i);
    sink += map.size;
}

function sort(n) {
    let x = sink | 0;
    for (let i = 0; i < n * STEPS; i++)
        x = Math.imul(x ^ i, 47) + (x >> 9) | 0;
    sink = x & 255;
}

function order(n) {
    const numbers = [];
    for (let i = 0; i < n * STEPS / 300; i++)
        numbers.push(i * 7919 % 1009);
    numbers.sort((a, b) => a - b);
    sink += numbers[0];
}

function round(solved, sorted) {
    read(18);
    parse(12);
    solve(solved);
    lookup(11);
    sort(sorted);
    order(19);
}

for (let i = 0; i < 200; i++)
    round(Number(process.argv[3]), Number(process.argv[4]));
