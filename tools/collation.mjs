// Prints where characters beyond Latin stand in the root collation of ICU, as canon/collation.json holds it.
const RANGES = [
  [0x20, 0x7e], [0xa1, 0xbf], [0xd7, 0xd7], [0xf7, 0xf7], // anchors, and signs of Latin-1
  [0x370, 0x3ff], [0x400, 0x52f], [0x531, 0x58f], [0x5d0, 0x5f4], [0x60c, 0x6d5], [0x900, 0x97f],
  [0x10a0, 0x10ff], [0x1100, 0x11ff], // alphabets; Hangul is made of these
  [0x2010, 0x205e], [0x20a0, 0x20c0], [0x2100, 0x214f], [0x2190, 0x2bff], // signs
  [0x3000, 0x303f], [0x3041, 0x30ff], [0x31f0, 0x31ff], [0x3400, 0x4dbf], [0x4e00, 0x9fff], // East Asia
  [0xff01, 0xffee], [0x1f000, 0x1faff], // widths, pictures
];
const primary = new Intl.Collator("en", { sensitivity: "base" });
const secondary = new Intl.Collator("en", { sensitivity: "accent" });
const whole = new Intl.Collator("en", { sensitivity: "variant" });
const LAST = "\uffff"; // sorts after everything

function candidates() {
  const found = [];
  for (const [first, last] of RANGES)
    for (let code = first; code <= last; code += 1) {
      const char = String.fromCodePoint(code);
      const usable = /\p{Assigned}/u.test(char) && char.normalize("NFC") === char;
      if (usable && primary.compare(char, "") !== 0) found.push(char);
    }
  return found.sort((left, right) => whole.compare(left, right) || (left < right ? -1 : 1));
}

// Characters of one primary weight; those that expand into several weights are left out.
function classes() {
  const found = [];
  for (const char of candidates()) {
    const last = found.at(-1);
    if (last && primary.compare(char, last[0]) === 0) last.push(char);
    else if (!last || primary.compare(char, last[0] + LAST) > 0) found.push([char]);
  }
  return found;
}

// Strings of equal secondary weight, their characters in tertiary order; full equals are left out.
function groups(chars) {
  const found = [];
  let before;
  for (const char of chars) {
    if (before !== undefined && whole.compare(char, before) === 0) continue;
    if (before !== undefined && secondary.compare(char, before) === 0) found[found.length - 1] += char;
    else found.push(char);
    before = char;
  }
  return found;
}

const written = [];
for (const chars of classes()) {
  const row = groups(chars);
  const single = row.length === 1 && [...row[0]].length === 1;
  if (single && typeof written.at(-1) === "string") written[written.length - 1] += row[0];
  else written.push(single ? row[0] : row);
}
process.stdout.write(JSON.stringify(written));
