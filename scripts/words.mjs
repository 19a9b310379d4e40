/**
 * Check of `npm test`: finds words that a reader would have to translate, in names, comments, test titles and
 * docs. Other strings are free: a customer may write about a door.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isProgram, root, run } from './script.mjs';

/** Each word with the reason and the replacement. A phrase is searched in prose only. */
const banned = [
  { word: 'deed', forms: ['deeds'], use: 'action or operation: the field has a word for it' },
  { word: 'door', forms: ['doors'], use: 'endpoint or entry: a metaphor hides what it is' },
  { word: 'told', forms: [], use: 'notified, reported, sent: name the kind of message' },
  { word: 'standing', forms: [], use: 'status: "standing" has three other meanings' },
  { word: 'anew', forms: [], use: 'again, or the verb itself: recreate, refetch, retry' },
  { word: 'mend', forms: ['mends', 'mended', 'mending'], use: 'repair or fix' },
  { word: 'practise', forms: ['practises', 'practised', 'practising'], use: 'practice' },
  { word: 'whoever', forms: [], use: 'the noun: the caller, the owner, the recipient' },
  { word: 'what came of', forms: [], use: 'outcome or result' },
  { word: 'what comes of', forms: [], use: 'outcome or result' },
  { word: 'until when', forms: [], use: 'deadline or expiry' },
  { word: 'of ours', forms: [], use: 'our, or nothing' },
  { word: 'of its own', forms: [], use: 'its own, or separate' },
  { word: 'of their own', forms: [], use: 'their own, or separate' },
  { word: 'stands beside', forms: ['stand beside'], use: 'is next to' },
  { word: 'takes note', forms: ['take note'], use: 'records or stores' },
  { word: 'laid in', forms: ['lays in', 'lay in'], use: 'merged or inserted' },
  {
    word: 'live facts',
    forms: ['live-facts', 'service.md', 'service specification'],
    use: 'the fact, or conformance.md and its heading: the reader has no other specification',
  },
];

/** Fine in a sentence, but no name: the reader cannot see what was given or said, or to whom. */
const bannedInNames = [
  { word: 'given', use: 'the noun: initial value, input, argument' },
  { word: 'said', use: 'the noun: message, text, notice' },
];

const reasons = new Map(
  banned.flatMap(({ word, forms, use }) => [word, ...forms].map((form) => [form, use])),
);
const nameReasons = new Map([...reasons, ...bannedInNames.map(({ word, use }) => [word, use])]);
const inProse = new RegExp(
  String.raw`\b(?:${[...reasons.keys()].map((word) => word.replaceAll(' ', String.raw`[\s*/]+`)).join('|')})\b`,
  'giu',
);

/** Comments, then strings and regular expressions, which are skipped, then names. */
const tokens = new RegExp(
  [
    String.raw`(?<comment>/\*[^]*?\*/|(?<!:)//[^\n]*)`,
    String.raw`\b(?:it|test|describe)(?:\.\w+)*\(\s*(?<title>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`,
    String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"`,
    '`(?:[^`\\\\]|\\\\.)*`',
    String.raw`(?<=(?:[=(,:[!&|?{;}]|\breturn|=>)\s*)/(?![*/>])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*`,
    String.raw`(?<name>[\p{L}_$][\p{L}\p{N}_$]*)`,
  ].join('|'),
  'gu',
);

/** @param {string} name @returns {string[]} `toldTo` has the words told and to */
const splitWords = (name) =>
  name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);

/** Finds the banned words of a file, in their order. In Markdown all text is prose. */
export function findBannedWords(file, text) {
  const found = [];
  const add = (index, word, use) =>
    found.push({ line: text.slice(0, index).split('\n').length, word, use });
  const addFrom = (prose, from) => {
    for (const { 0: match, index } of prose.matchAll(inProse)) {
      const word = match.toLowerCase().replace(/[\s*/]+/g, ' ');
      add(from + index, word, reasons.get(word));
    }
  };
  if (file.endsWith('.md')) addFrom(text, 0);
  else {
    for (const { index, groups } of text.matchAll(tokens)) {
      const prose = groups?.comment ?? groups?.title;
      if (prose !== undefined) addFrom(prose, index + text.slice(index).indexOf(prose));
      const isClaim = groups?.name === 'given_name'; // of OpenID Connect
      const bad =
        !isClaim && groups?.name && splitWords(groups.name).find((word) => nameReasons.has(word));
      if (bad) add(index, groups.name, nameReasons.get(bad));
    }
  }
  return found;
}

const unchecked = new Set([
  // Texts of other people.
  'THIRD-PARTY-NOTICES.md',
  // Quotes of banned words.
  'scripts/words.mjs',
  'test/unit/scripts/words.test.ts',
]);

async function checkWords() {
  const { output } = await run('git', ['ls-files', '-z', '-co', '--exclude-standard']);
  let count = 0;
  for (const file of output.split('\0')) {
    if (!/\.(?:[cm]?js|tsx?|css|md)$/.test(file) || unchecked.has(file)) continue;
    if (!existsSync(path.join(root, file))) continue;
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const { line, word, use } of findBannedWords(file, text)) {
      console.log(`${file}:${line} "${word}"; use ${use}`);
      count += 1;
    }
  }
  process.exitCode = count === 0 ? 0 : 1;
}

if (isProgram(import.meta.url)) await checkWords();
