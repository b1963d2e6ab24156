// Whether scripts have the same tokens in two folders, as TypeScript's parser reads them, and line breaks between the
// same ones: they may end a statement. Prints each script that hasn't. PagesTests gives it the scripts as they are
// served.
//
//     node scripts/pages/same-tokens.cjs Web/site SERVED

const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

const compiler = fs.realpathSync(execFileSync("which", ["tsc"], { encoding: "utf8" }).trim());
const ts = require(path.join(path.dirname(compiler), "../lib/typescript.js"));

/** @param {string} file */
function tokens(file) {
    const text = fs.readFileSync(file, "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
    if (source.parseDiagnostics.length > 0) return ["unreadable"];
    const found = [];
    (function visit(node) {
        // Comments of JSDoc are children, too.
        if (ts.isJSDoc(node)) return;
        const children = node.getChildren(source);
        children.forEach(visit);
        if (children.length > 0) return;
        const start = node.getStart(source, false);
        const breaks = text.slice(node.getFullStart(), start).includes("\n") ? "\n" : " ";
        if (node.getWidth(source) > 0) found.push(breaks + text.slice(start, node.getEnd()));
    })(source);
    // Nothing stands before the first one.
    if (found.length > 0) found[0] = found[0].slice(1);
    return found;
}

const [, , sources, served] = process.argv;
const files = fs.readdirSync(sources, { recursive: true }).filter((name) => name.endsWith(".js")).sort();
let count = 0;
for (const file of files) {
    const [before, after] = [sources, served].map((folder) => tokens(path.join(folder, file)));
    const at = before.findIndex((token, index) => token !== after[index]);
    if (at >= 0 || before.length !== after.length) console.log(`${file}: token ${at}, ${before[at]}, is ${after[at]}`);
    count += before.length;
}
console.log(`${files.length} scripts, ${count} tokens`);
