/** Failures of the computer: a keychain that hangs, an engine that cannot run, a damaged file. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/fixtures.ts';
import { isAlive } from '../processes.ts';
import { getElectronPath, Hearthline, kill, repo, usualSize } from './support/hearthline.ts';
import { isEnglish, look } from './support/look.ts';
import { invoke } from './support/invoke.ts';

/** A fake Node that behaves differently in the given `cases` of a shell script. */
const writeNode = (place: string, cases: string): string => {
  const node = join(place, 'node');
  writeFileSync(
    node,
    `#!/bin/sh
node="${process.env['HEARTHLINE_NODE'] ?? 'node'}"
case "$*" in ${cases} esac
exec "$node" "$@"
`,
    { mode: 0o700 },
  );
  return node;
};

test('while the keychain hangs, the window is open, leads are readable, and drafts are saved', async ({
  connected,
  service,
  place,
}) => {
  await service.createLead('Zoe');
  await expect(connected.row('Zoe Rivera')).toHaveCount(1);
  await connected.close();

  const hearthline = await Hearthline.start({
    dataFolder: join(place, 'app'),
    // Like a keychain with an unanswered prompt.
    env: {
      HEARTHLINE_NODE: writeNode(
        place,
        `*keychain.js*) exec "$node" -e 'process.on("disconnect", process.exit)';;`,
      ),
    },
    size: usualSize,
  });
  await hearthline.waitForScreen('inbox');
  expect(await invoke(hearthline.page, 'shell.info', {})).toMatchObject({ ok: true });
  await hearthline.row('Zoe Rivera').click();
  await expect(hearthline.page.getByRole('log').getByText('The kitchen tap drips.')).toBeVisible();
  await hearthline.page
    .getByRole('textbox', { name: 'Reply to Zoe Rivera' })
    .fill('On my way, as soon as I am signed in');
  await expect(hearthline.row('Zoe Rivera').getByText('Draft')).toBeVisible();
  await hearthline.close();
});

/**
 * Starts the app without Playwright, which would delay it. In main, the object that the expression `emitter` names
 * emits `event` as soon as the app listens, before the first paint.
 */
const spawnApp = (place: string, emitter: string, event: string) => {
  const [asked, preload] = [join(place, 'asked'), join(place, 'preload.cjs')];
  writeFileSync(
    preload,
    `const emitter = ${emitter};
emitter.on('newListener', (event) => {
  if (event === '${event}') queueMicrotask(() => emitter.emit(event));
});`,
  );
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const folder = `--user-data-dir=${join(place, 'app')}`;
  const args = [...sandbox, '--disable-gpu', '-r', preload, repo, folder];
  const child = spawn(getElectronPath(), args, {
    env: { ...process.env, HEARTHLINE_NODE: writeNode(place, `*keychain.js*) touch "${asked}";;`) },
    stdio: 'ignore',
  });
  return { child, wasKeychainAsked: () => existsSync(asked) };
};

test('an app that ends before its first paint does not ask the keychain', async ({ place }) => {
  const { child, wasKeychainAsked } = spawnApp(place, 'process', 'SIGTERM');
  try {
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(wasKeychainAsked()).toBe(false);
  } finally {
    child.kill('SIGKILL');
  }
});

test('a shutdown that is announced before the first paint and then canceled leaves the keychain usable', async ({
  place,
}) => {
  const monitor = `require('electron').powerMonitor`;
  const { child, wasKeychainAsked } = spawnApp(place, monitor, 'shutdown');
  try {
    await expect.poll(wasKeychainAsked).toBe(true);
  } finally {
    child.kill('SIGKILL');
  }
});

test('an engine that keeps crashing is reported as stopped, runs without the marketplace on request, and then normally', async ({
  connected,
  service,
  place,
}) => {
  const lead = await service.createLead('Yara');
  await expect(connected.row('Yara Rivera')).toHaveCount(1);
  await connected.close();

  const hearthline = await Hearthline.start({
    dataFolder: join(place, 'app'),
    env: { HEARTHLINE_NODE: writeNode(place, '*engine.js*|*files.js*) exit 1;;') },
    size: usualSize,
  });
  await hearthline.waitForScreen('inbox');
  const bar = hearthline.page.locator('[data-bar="engine"]');
  await expect(bar).toContainText('keeps stopping');
  expect(await invoke(hearthline.page, 'views.counts', {})).toMatchObject({
    ok: false,
    error: { code: 'engine_stopped' },
  });
  await look(hearthline, 'engine-stopped', isEnglish);
  await bar.getByRole('button', { name: 'Diagnostics file' }).click();
  const diagnostics = hearthline.page.getByRole('dialog');
  await expect(diagnostics.getByRole('textbox')).toHaveValue(/"engineFailure": "engine_stopped"/);
  await look(hearthline, 'engine-diagnostics', isEnglish);
  await hearthline.page.keyboard.press('Escape');
  await expect(diagnostics).toHaveCount(0);
  await hearthline.page.getByRole('button', { name: 'Paused' }).click();
  await expect(hearthline.page.getByRole('article')).toContainText('Paused');
  await hearthline.page.getByRole('button', { name: 'Needs reply' }).click();

  await hearthline.app.evaluate((_, node) => {
    process.env['HEARTHLINE_NODE'] = node;
  }, process.env['HEARTHLINE_NODE'] ?? '');
  await bar.getByRole('button', { name: 'Start without the marketplace' }).click();
  await expect(bar).toContainText('Running without the marketplace');
  await hearthline.row('Yara Rivera').click();
  await hearthline.page
    .getByRole('textbox', { name: 'Reply to Yara Rivera' })
    .fill('As soon as everything runs');
  await expect(hearthline.row('Yara Rivera').getByText('Draft')).toBeVisible();
  await look(hearthline, 'engine-alone');
  await expect(hearthline.page.locator('[data-bar]')).toHaveCount(1);
  // With a time to undo it, nothing would be sent this soon anyway.
  await hearthline.setUndoSeconds(0);
  await hearthline.reply('Yara Rivera', 'As soon as everything runs');
  await hearthline.openAdvanced('Webhooks');
  await expect(hearthline.page.getByText('Hearthline is running without')).toBeVisible();
  expect(await service.listTexts(lead, 'Business')).toEqual([]);

  await bar.getByRole('button', { name: 'Go back to normal' }).click();
  await expect(bar).toHaveCount(0);
  await expect
    .poll(() => service.listTexts(lead, 'Business'))
    .toEqual(['As soon as everything runs']);
  await hearthline.close();
});

test('an account’s removal that was interrupted by a crash of the engine is completed', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.createLead('Xena');
  await expect(connected.row('Xena Rivera')).toHaveCount(1);
  await page.getByRole('button', { name: 'Connected' }).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Disconnected. You can still read your leads here.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove account and leads' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'This deletes 1 lead' });
  await expect(question).toBeVisible();

  // It no longer uses the account.
  const engine = connected.findEnginePid();
  process.kill(engine, 'SIGSTOP');
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Not connected' }).click();
  await expect(page.getByRole('article').getByText('Removing…')).toBeVisible();
  await look(connected, 'connection-removing', isEnglish);
  kill(engine);

  await expect(page.getByText('No account is connected')).toBeVisible();
  await page.getByRole('button', { name: 'All leads', exact: true }).click();
  await expect(page.getByText('Connect your account, and your leads')).toBeVisible();
  await expect(page.locator('[data-lead-id]')).toHaveCount(0);
});

test('the app quits although its page crashes meanwhile', async ({ connected }) => {
  const exited = once(connected.app.process(), 'exit');
  const page = await connected.app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
  );
  // A page that does not answer whether it may close, and crashes.
  process.kill(page, 'SIGSTOP');
  await connected.app.evaluate(
    ({ app, BrowserWindow }) =>
      new Promise<void>((asked) => {
        BrowserWindow.getAllWindows()[0]?.once('close', () => setImmediate(asked));
        app.quit();
      }),
  );
  process.kill(page, 'SIGKILL');
  expect(await exited).toEqual([0, null]);
});

test('quitting ends the app even while its engine restarts or does not answer', async ({
  connected,
  start,
}) => {
  const quit = async (hearthline: Hearthline): Promise<unknown> => {
    const ended = once(hearthline.app.process(), 'exit');
    await hearthline.app.evaluate(({ app }) => void setImmediate(() => app.quit()));
    return ended;
  };
  process.kill(connected.findEnginePid(), 'SIGKILL');
  expect(await quit(connected)).toEqual([0, null]);

  const again = await start();
  await again.waitForScreen('inbox');
  const engine = again.findEnginePid();
  process.kill(engine, 'SIGSTOP');
  expect(await quit(again)).toEqual([0, null]);
  // No process is left.
  await expect.poll(() => isAlive(engine)).toBe(false);
});
