/**
 * Rules that are kept by there being one place for a thing: whoever adds another place finds out here, and
 * either uses the one that there is or brings the rules along (security rules 1, 4, 8, 12 and 18).
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const repo = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(repo, file), 'utf8');
const sources = globSync('{contract,main,preload,renderer}/**/*.{ts,tsx}', { cwd: repo });

/** The files in which a pattern stands. */
const filesWith = (pattern: RegExp): string[] =>
  sources.filter((file) => pattern.test(read(file))).toSorted();

it('a window is made in one place', () => {
  expect(filesWith(/\bnew (?:BrowserWindow|BrowserView|WebContentsView)\b|<webview\b/)).toEqual([
    'main/shell/window.ts',
  ]);
});

it('Chromium’s sandbox is asked for at once, unless the command line takes it away', () => {
  expect(read('main/index.ts')).toContain(
    "if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();",
  );
});

it('text is never made HTML or program', () => {
  const made =
    /dangerouslySetInnerHTML|\b(?:innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment)\b|document\.write|\bnew Function\b|\beval\(/;
  expect(filesWith(made)).toEqual([]);
});

it('the system is handed addresses in one place, and one kind of file in another', () => {
  expect(filesWith(/\bopenExternal\(/)).toEqual(['main/shell/links.ts']);
  expect(filesWith(/\bopenPath\(/)).toEqual(['main/shell/calendar.ts']);
});

it('who listens for connections does so on this computer alone', () => {
  const listening = filesWith(/\.listen\(/);
  expect(listening).toEqual([
    'main/connect/loopback.ts',
    'main/engine/receiver/receiver.ts',
    'main/engine/tunnel/relay.ts',
  ]);
  for (const file of listening) {
    expect(read(file)).toContain("'127.0.0.1'");
    expect(read(file)).not.toMatch(/0\.0\.0\.0|'::'|'localhost'/);
  }
});

it('programs are started where their environment is chosen, and by their own arguments, never by a shell', () => {
  const starting = filesWith(/from 'node:child_process'/);
  expect(starting).toEqual([
    'main/engine/tunnel/leftover.ts',
    'main/engine/tunnel/program.ts',
    'main/shell/background/tray-host.ts',
    'main/shell/child.ts',
  ]);
  for (const file of starting) expect(read(file)).not.toMatch(/\bexec\(|\bexecSync\(|shell: true/);
});

it('the app fetches no program of its own: there is no updater, so nothing is ever put in an older one’s place', () => {
  expect(filesWith(/\bautoUpdater\b|electron-updater/)).toEqual([]);
  expect(read('package-lock.json')).not.toContain('"node_modules/electron-updater"');
  expect(read('electron-builder.yml')).toMatch(/^publish: null$/m);
});
