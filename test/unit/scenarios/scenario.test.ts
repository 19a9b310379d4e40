/** A scenario file is accepted as a whole, or rejected with every mistake and its place. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findMissingBusinesses,
  parseScenario,
  toSandboxArguments,
} from '../../../scenarios/scenario.ts';

const repo = join(import.meta.dirname, '../../..');
const shipped = globSync('scenarios/*.json', { cwd: repo });

const mistakesOf = (file: string): readonly string[] => {
  const read = parseScenario(file);
  return read.ok ? [] : read.mistakes;
};
/** Mistakes in steps of an otherwise valid file. */
const mistakesIn = (steps: unknown, more: object = {}): readonly string[] =>
  mistakesOf(JSON.stringify({ name: 'A', description: 'B', steps, ...more }));
const lead = { lead: { as: 'ann' } };

describe('the shipped scenarios', () => {
  it.each(shipped)('%s is valid', (file) => {
    expect(mistakesOf(readFileSync(join(repo, file), 'utf8'))).toEqual([]);
  });

  it('are listed on their page with their names', () => {
    const page = readFileSync(join(repo, 'docs/scenarios.md'), 'utf8');
    expect(shipped.length).toBeGreaterThan(5);
    for (const file of shipped) {
      const { name } = JSON.parse(readFileSync(join(repo, file), 'utf8')) as { name: string };
      expect(page).toMatch(new RegExp(`^\\| \`${basename(file)}\` +\\| ${name} +\\|`, 'm'));
    }
  });

  it('pass options to the sandbox’s command line', () => {
    const read = parseScenario(readFileSync(join(repo, 'scenarios/three-businesses.json'), 'utf8'));
    expect(read.ok && toSandboxArguments(read.scenario)).toEqual(
      expect.arrayContaining(['--businesses=3', '--leads=60', '--messages=8', '--traffic=2']),
    );
  });

  it.each([
    [{}, ['--list-negotiations']],
    [{ listNegotiations: false }, []],
  ])('list existing leads by default: %j', (sandbox, args) => {
    const file = { name: 'A', description: 'B', sandbox, steps: [{ clearFaults: {} }] };
    const read = parseScenario(JSON.stringify(file));
    expect(read.ok && toSandboxArguments(read.scenario)).toEqual(args);
  });
});

describe('an invalid file is rejected with the place and the allowed values', () => {
  it.each([
    ['{"name": "A",\n "steps" 2}', 'line 2, column 10: no JSON from here on'],
    ['{"name": "A",}', 'line 1, column 14: no JSON from here on'],
    ['{"name": "A\n"}', 'line 1, column 12: no JSON from here on'],
    ['{"name": "A"', 'line 1, column 13: no JSON from here on'],
    ['', 'line 1, column 1: no JSON from here on'],
    ['[]', 'the file: may hold: name, description, sandbox, steps'],
  ])('%j', (file, mistake) => {
    expect(mistakesOf(file)).toEqual([mistake]);
  });

  it('for missing fields', () => {
    expect(mistakesOf('{}')).toEqual([
      'name: is missing',
      'description: is missing',
      'steps: is missing',
    ]);
  });

  it.each([
    [[], 'steps: has no step'],
    [[{ after: '5s' }], /^steps\[0\]: does one thing of: lead, message, .*; here is none$/],
    [
      [{ ...lead, clearFaults: {} }],
      /^steps\[0\]: does one thing of: .*; here are lead, clearFaults$/,
    ],
    [[{ ...lead, at: '5s', after: '5s' }], /^steps\[0\]: has "at" .* or "after" .*, not both$/],
    [[{ ...lead, after: '5' }], 'steps[0].after: is a time such as "500ms", "5s", "2m" or "1h"'],
    [[{ ...lead, after: '-5s' }], 'steps[0].after: is a time such as "500ms", "5s", "2m" or "1h"'],
    [
      [
        { ...lead, at: '5s' },
        { at: '4s', clearFaults: {} },
      ],
      'steps[1].at: is before the step that stands before it',
    ],
    [
      [lead, { message: { lead: 'ann', txt: 'Hi', text: 'Hi' } }],
      'steps[1].message.txt: is not known; steps[1].message may hold: lead, text, photo',
    ],
    [[lead, { message: { lead: 'ann', text: '' } }], 'steps[1].message.text: is empty'],
    [[lead, { message: { lead: 'ann', text: ' ' } }], 'steps[1].message.text: is empty'],
    [[lead, { message: { lead: 'ann', text: 5 } }], 'steps[1].message.text: is a text, in quotes'],
    [[{ ...lead, after: 5 }], 'steps[0].after: is a text, in quotes'],
    [
      [lead, { price: { lead: 'ann', leadPrice: 'forty' } }],
      'steps[1].price.leadPrice: is an amount such as "$48.00"',
    ],
    [[lead, { message: 'Hi' }], 'steps[1].message: may hold: lead, text, photo'],
    [
      [lead, { message: { lead: 'bob', text: 'Hi' } }],
      'steps[1].message.lead: is a lead of an earlier step: ann',
    ],
    [
      [{ price: { lead: 'ann', leadPrice: '$5.00' } }, lead],
      'steps[0].price.lead: is a lead of an earlier step: there is none yet',
    ],
    [[lead, lead], 'steps[1].lead.as: is taken: an earlier lead is called ann'],
    [[{ lead: { as: 'a b' } }], 'steps[0].lead.as: is a name of letters, digits, - and _'],
    [[{ lead: { as: 'ann', business: 4 } }], 'steps[0].lead.business: the sandbox has 3'],
    [[{ review: { business: 4 } }], 'steps[0].review.business: the sandbox has 3'],
    [
      [lead, { status: { lead: 'ann', status: 'Gone' } }],
      /^steps\[1\]\.status\.status: .*"Open"\|"Canceled"\|"Picked"$/,
    ],
    [
      [{ fault: {} }],
      'steps[0].fault: says nothing of what goes wrong: status, body, headers, delayMs or drop',
    ],
    [[{ fault: { status: 99 } }], /^steps\[0\]\.fault\.status: .*>=200/],
    [
      [{ ...lead, reset: {} }],
      /^steps\[0\]\.reset: is not known; steps\[0\] may hold: at, after, lead, message/,
    ],
  ])('for the steps %j', (steps, mistake) => {
    expect(mistakesIn(steps)).toEqual([
      mistake instanceof RegExp ? expect.stringMatching(mistake) : mistake,
    ]);
  });

  it.each([
    [{ lead: 5 }, /^sandbox\.lead: is not known; sandbox may hold: seed, businesses, leads/],
    [{ leads: '5' }, /^sandbox\.leads: is a number, or true$/],
    [{ leads: -1 }, /^sandbox\.leads: is refused: .*whole number from 0 to 1000000, not '-1'/],
    [{ listNegotiations: 2 }, /^sandbox\.listNegotiations: is refused: /],
    [{ businesses: 2 }, /^steps\[0\]\.lead\.business: the sandbox has 2$/],
  ])('for the sandbox’s options %j', (sandbox, mistake) => {
    const steps = 'businesses' in sandbox ? [{ lead: { as: 'ann', business: 3 } }] : [lead];
    expect(mistakesIn(steps, { sandbox })).toEqual([expect.stringMatching(mistake)]);
  });
});

it('all mistakes in the sandbox’s options are reported together', () => {
  const sandbox = { leads: -1, businesses: 'three', lead: 5 };
  expect(mistakesIn([lead], { sandbox }).toSorted()).toEqual([
    expect.stringMatching(/^sandbox\.businesses: is a number/),
    expect.stringMatching(/^sandbox\.lead: is not known/),
    expect.stringMatching(/^sandbox\.leads: is refused/),
  ]);
});

it('a file with a byte order mark is accepted', () => {
  const file = readFileSync(join(repo, shipped[0] ?? ''), 'utf8');
  expect(mistakesOf(`\uFEFF${file}`)).toEqual([]);
});

it('a valid scenario may still not fit a running sandbox', () => {
  const read = parseScenario(
    JSON.stringify({ name: 'A', description: 'B', steps: [{ review: { business: 2 } }] }),
  );
  if (!read.ok) throw new Error(read.mistakes.join());
  expect(findMissingBusinesses(read.scenario, 2)).toEqual([]);
  expect(findMissingBusinesses(read.scenario, 1)).toEqual([
    'steps[0].review.business: the sandbox has 1',
  ]);
});
