/**
 * Some security rules rely on one place in the code for an operation. A second place must use the first, or follow
 * the same rules (security rules 1, 4, 8, 12 and 18).
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const repo = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(repo, file), 'utf8');
const sources = globSync('{contract,main,preload,renderer}/**/*.{ts,tsx}', { cwd: repo }).map(
  (file) => file.replaceAll('\\', '/'),
);

/** The files that match a pattern. */
const findFiles = (pattern: RegExp): string[] =>
  sources.filter((file) => pattern.test(read(file))).toSorted();

it('windows are created in one file', () => {
  expect(findFiles(/\bnew (?:BrowserWindow|BrowserView|WebContentsView)\b|<webview\b/)).toEqual([
    'main/shell/window.ts',
  ]);
});

it('Chromium’s sandbox is enabled first, unless the command line disables it', () => {
  expect(read('main/index.ts')).toContain(
    "if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();",
  );
});

it('text is never turned into HTML or code', () => {
  const made =
    /dangerouslySetInnerHTML|\b(?:innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment)\b|document\.write|\bnew Function\b|\beval\(/;
  expect(findFiles(made)).toEqual([]);
});

it('links and files are opened in the system by one file each', () => {
  expect(findFiles(/\bopenExternal\(/)).toEqual(['main/shell/links.ts']);
  expect(findFiles(/\bopenPath\(/)).toEqual(['main/shell/calendar.ts']);
});

it('servers listen on 127.0.0.1 only', () => {
  const listening = findFiles(/\.listen\(/);
  expect(listening).toEqual([
    'main/connect/loopback.ts',
    'main/engine/receiver/server.ts',
    'main/engine/tunnel/tcp-forwarder.ts',
  ]);
  for (const file of listening) {
    expect(read(file)).toContain("'127.0.0.1'");
    expect(read(file)).not.toMatch(/0\.0\.0\.0|'::'|'localhost'/);
  }
});

it('programs are started in four files, and never by a shell', () => {
  const starting = findFiles(/from 'node:child_process'/);
  expect(starting).toEqual([
    'main/engine/tunnel/leftover.ts',
    'main/engine/tunnel/program.ts',
    'main/shell/background/tray-host.ts',
    'main/shell/node-child.ts',
  ]);
  for (const file of starting) expect(read(file)).not.toMatch(/\bexec\(|\bexecSync\(|shell: true/);
});

it('the updater is imported by one file, which is loaded at the first check', () => {
  expect(findFiles(/from 'electron-updater'|require\('electron-updater/)).toEqual([
    'main/shell/updates/electron-updater.ts',
  ]);
  expect(findFiles(/updates\/electron-updater\.ts|'\.\/electron-updater\.ts'/)).toEqual([
    'main/shell/updates/open.ts',
  ]);
  expect(read('main/shell/updates/open.ts')).toContain("await import('./electron-updater.ts')");
  // Electron's own updater for macOS.
  expect(findFiles(/\bautoUpdater\b/)).toEqual(['main/shell/updates/electron-updater.ts']);
});

it('the updater neither downloads nor installs by itself, and never an older version', () => {
  const updater = read('main/shell/updates/electron-updater.ts');
  for (const choice of ['autoDownload', 'autoInstallOnAppQuit', 'allowDowngrade'])
    expect(updater).toContain(`updater.${choice} = false;`);
});

it('updates do not read our environment variables, only those of the AppImage', () => {
  const findUpdateFiles = (pattern: RegExp): string[] =>
    findFiles(pattern).filter((file) => file.startsWith('main/shell/updates/'));
  expect(findUpdateFiles(/HEARTHLINE_/)).toEqual([]);
  // Passed to the new version.
  expect(findUpdateFiles(/process\.env/)).toEqual(['main/shell/updates/electron-updater.ts']);
  expect(findUpdateFiles(/\benv\b(?!;)/)).toEqual([
    'main/shell/updates/copy.ts',
    'main/shell/updates/electron-updater.ts',
    'main/shell/updates/open.ts',
  ]);
  expect(read('main/shell/updates/copy.ts')).toContain(
    'const { APPIMAGE: file, APPDIR: mounted } = env;',
  );
});
