// Feeds files to the importers in the npm package speedscope:
//
//     node speedscope.mjs FOLDER_OF_THE_PACKAGE FILE...
//
// prints for each the number of its samples and the sum of their weights, or the
// error. The package has one script for browsers, whose functions have short
// names that change with the version: they are found by what they contain.
import fs from 'fs';
import vm from 'vm';

const [folder, ...files] = process.argv.slice(2);
const release = folder + '/dist/release/';
const script = fs.readdirSync(release).find(name => /^speedscope.*\.js$/.test(name));
let code = fs.readFileSync(release + script, 'utf8');
const find = pattern => {
    const found = pattern.exec(code);
    if (!found)
        throw new Error('this version of speedscope has another importer: ' + pattern);
    return found[1];
};
const stacks = find(/function ([\w$]+)\(\w+\)\{let \w+=\[\];for\(let \w+ of \w+\.splitLines\(\)\)\{let \w+=\/\^\(\.\*\) \(\\d\+\)\$\/gm/);
const folded = find(new RegExp('function ([\\w$]+)\\(\\w+\\)\\{let \\w+=' +
    stacks.replace('$', '\\$') + '\\('));
const json = find(/Importing as speedscope json file"\),([\w$]+)\(/);

// A page that has nothing: whatever is asked of it is a function without effect.
const nothing = () => new Proxy(function () {}, {
    get: (_, key) => key === Symbol.toPrimitive ? () => '' : key === 'then' ? undefined : nothing(),
    apply: () => nothing(),
    construct: () => nothing(),
});
const page = { console: { log() {} }, TextDecoder, TextEncoder, URL, performance, setTimeout() {},
    location: { hash: '', protocol: 'file:' }, navigator: { userAgent: '', platform: '' } };
for (const name of ['document', 'localStorage', 'requestAnimationFrame', 'addEventListener',
    'matchMedia', 'Worker', 'Blob', 'FontFace', 'Image', 'fetch'])
    page[name] = nothing();
page.window = page.self = page;
vm.createContext(page);
code = code.replace('(()=>{', '(()=>{globalThis.reads={' +
    `folded:text=>${folded}(text),json:object=>${json}(object)};`);
process.on('uncaughtException', () => {});
try {
    vm.runInContext(code, page);
} catch {
    // It cannot draw itself, but all its modules are there.
}

for (const file of files) {
    try {
        const text = fs.readFileSync(file, 'utf8');
        const profile = text.startsWith('{')
            ? page.reads.json(JSON.parse(text)).profiles[0]
            : page.reads.folded({ splitLines: () => text.split('\n') });
        let samples = 0;
        const open = value => value;
        profile.forEachCall(open, open);
        samples = profile.samples.length;
        console.log(`${file}\t${samples}\t${profile.getTotalWeight()}`);
    } catch (error) {
        console.log(`${file}\t${error}`);
    }
}
