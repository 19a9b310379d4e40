/** Files that the built programs load before they work: each delays their start. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { repo } from './support/hearthline.ts';

/** Reads a built file and everything that it imports, except on demand; texts by path. */
const readLoaded = (path: string, seen = new Map<string, string>()): Map<string, string> => {
  if (seen.has(path)) return seen;
  const text = readFileSync(path, 'utf8');
  seen.set(path, text);
  for (const [, imported = ''] of text.matchAll(/^(?:import|export)\b[^'"]*["'](\.[^'"]+)["']/gm))
    readLoaded(join(dirname(path), imported), seen);
  return seen;
};

const programs = join(repo, 'out/main');
const hasCommands = (loaded: ReadonlyMap<string, string>): boolean =>
  [...loaded.values()].some((text) => text.includes('"calendar.add":'));
const hasEngine = (loaded: ReadonlyMap<string, string>): boolean =>
  [...loaded.values()].some((text) => text.includes('CREATE TABLE leads'));

test('the main process and its services load no code of the engine, and it loads no command’s schema', () => {
  const main = readLoaded(join(programs, 'index.js'));
  const [, services = ''] =
    /import\(["'](\.[^'"]*services[^'"]*)["']\)/.exec([...main.values()].join('\n')) ?? [];
  expect(hasEngine(readLoaded(join(programs, 'engine.js')))).toBe(true);
  expect(hasEngine(main)).toBe(false);
  expect(hasCommands(main)).toBe(false);
  expect(hasEngine(readLoaded(join(programs, services)))).toBe(false);
  expect(hasCommands(readLoaded(join(programs, services)))).toBe(true);
});
