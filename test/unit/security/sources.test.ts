/**
 * Rules that are kept by there being one place for a thing: whoever adds another place finds out here, and
 * either uses the one that there is or brings the rules along (security rules 1, 4, 8, 12 and 18).
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const repo = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(repo, file), 'utf8');
const sources = globSync('{contract,main,preload,renderer}/**/*.{ts,tsx}', { cwd: repo }).map(
  (file) => file.replaceAll('\\', '/'),
);

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
    'main/shell/node-child.ts',
  ]);
  for (const file of starting) expect(read(file)).not.toMatch(/\bexec\(|\bexecSync\(|shell: true/);
});

it('what updates the app is known to one file, which is read when a server is first asked', () => {
  expect(filesWith(/from 'electron-updater'|require\('electron-updater/)).toEqual([
    'main/shell/updates/electron-updater.ts',
  ]);
  expect(filesWith(/updates\/electron-updater\.ts|'\.\/electron-updater\.ts'/)).toEqual([
    'main/shell/updates/open.ts',
  ]);
  expect(read('main/shell/updates/open.ts')).toContain("await import('./electron-updater.ts')");
  // The one of a Mac itself.
  expect(filesWith(/\bautoUpdater\b/)).toEqual(['main/shell/updates/electron-updater.ts']);
});

it('nothing is installed but by what has verified it, and no older version', () => {
  const updater = read('main/shell/updates/electron-updater.ts');
  for (const choice of ['autoDownload', 'autoInstallOnAppQuit', 'allowDowngrade'])
    expect(updater).toContain(`updater.${choice} = false;`);
});

it('no environment variable of ours reaches the updates: what they read of it says which file runs', () => {
  const ofUpdates = (pattern: RegExp): string[] =>
    filesWith(pattern).filter((file) => file.startsWith('main/shell/updates/'));
  expect(ofUpdates(/HEARTHLINE_/)).toEqual([]);
  // Handed on to the new version.
  expect(ofUpdates(/process\.env/)).toEqual(['main/shell/updates/electron-updater.ts']);
  expect(ofUpdates(/\benv\b(?!;)/)).toEqual([
    'main/shell/updates/copy.ts',
    'main/shell/updates/electron-updater.ts',
    'main/shell/updates/open.ts',
  ]);
  expect(read('main/shell/updates/copy.ts')).toContain(
    'const { APPIMAGE: file, APPDIR: mounted } = env;',
  );
});
