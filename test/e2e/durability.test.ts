/** What the computer does to the app: a keychain that hangs, an engine that cannot run, a damaged file. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/fixtures.ts';
import { Hearthline, isAlive, usualSize } from './support/hearthline.ts';
import { look } from './support/look.ts';

type Invoke = (command: string, input: unknown) => Promise<{ readonly ok: boolean }>;

/** Asks a command in the window's own way. */
const ask = (hearthline: Hearthline, command: string): Promise<{ readonly ok: boolean }> =>
  hearthline.page.evaluate(
    (name) =>
      (globalThis as unknown as { hearthline: { invoke: Invoke } }).hearthline.invoke(name, {}),
    command,
  );

test('while the keychain hangs the window is there, the leads are readable and drafts are kept', async ({
  connected,
  service,
  place,
}) => {
  await service.newLead('Zoe');
  await expect(connected.row('Zoe Rivera')).toHaveCount(1);
  await connected.close();

  // Asks the keychain like one whose prompt nobody answers, and runs everything else.
  const node = join(place, 'node');
  writeFileSync(
    node,
    `#!/bin/sh
node="${process.env['HEARTHLINE_NODE'] ?? 'node'}"
case "$*" in *keychain.js*) exec "$node" -e 'process.on("disconnect", process.exit)';; esac
exec "$node" "$@"
`,
    { mode: 0o700 },
  );
  const hearthline = await Hearthline.start({
    dataFolder: join(place, 'app'),
    env: { HEARTHLINE_NODE: node },
    size: usualSize,
  });
  await hearthline.screen('inbox');
  expect(await ask(hearthline, 'shell.info')).toMatchObject({ ok: true });
  await hearthline.row('Zoe Rivera').click();
  await expect(hearthline.page.getByRole('log').getByText('The kitchen tap drips.')).toBeVisible();
  await hearthline.page
    .getByRole('textbox', { name: 'Reply to Zoe Rivera' })
    .fill('On my way, as soon as I am signed in');
  await expect(hearthline.row('Zoe Rivera').getByText('Draft')).toBeVisible();
  await hearthline.close();
});

test('an engine that keeps dying is said to have stopped, and a button starts it again', async ({
  connected,
  service,
  place,
}) => {
  await service.newLead('Yara');
  await expect(connected.row('Yara Rivera')).toHaveCount(1);
  await connected.close();

  const hearthline = await Hearthline.start({
    dataFolder: join(place, 'app'),
    // It ends at once, whatever it is asked to run.
    env: { HEARTHLINE_NODE: '/bin/false' },
    size: usualSize,
  });
  await hearthline.screen('inbox');
  expect(await ask(hearthline, 'views.counts')).toMatchObject({
    ok: false,
    error: { code: 'engine_stopped' },
  });
  const bar = hearthline.page.locator('[data-bar="engine"]');
  await expect(bar).toContainText('keeps stopping');
  await hearthline.app.evaluate((_, node) => {
    process.env['HEARTHLINE_NODE'] = node;
  }, process.env['HEARTHLINE_NODE'] ?? '');
  await bar.getByRole('button', { name: 'Start again' }).click();
  await expect(hearthline.row('Yara Rivera')).toHaveCount(1);
  await expect(bar).toHaveCount(0);
  await hearthline.close();
});

test('an account whose removal the end of the engine cut off is removed all the same', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.newLead('Xena');
  await expect(connected.row('Xena Rivera')).toHaveCount(1);
  await page.getByRole('button', { name: 'Connected' }).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('button', { name: 'Remove account and leads' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'This deletes 1 lead' });
  await expect(question).toBeVisible();

  // It has heard of the removal, and does nothing of it any more.
  const engine = connected.enginePid();
  process.kill(engine, 'SIGSTOP');
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Not connected' }).click();
  await expect(page.getByRole('article').getByText('Removing…')).toBeVisible();
  await look(connected, 'connection-removing');
  process.kill(engine, 'SIGKILL');

  await expect(page.getByText('No account is connected')).toBeVisible();
  await page.getByRole('button', { name: 'All leads', exact: true }).click();
  await expect(page.getByText('Connect your account, and your leads')).toBeVisible();
  await expect(page.locator('[data-lead-id]')).toHaveCount(0);
});

test('quitting ends the app, also while its engine starts again, or answers nothing', async ({
  connected,
  start,
}) => {
  const quit = async (hearthline: Hearthline): Promise<unknown> => {
    const ended = once(hearthline.app.process(), 'exit');
    await hearthline.app.evaluate(({ app }) => void setImmediate(() => app.quit()));
    return ended;
  };
  process.kill(connected.enginePid(), 'SIGKILL');
  expect(await quit(connected)).toEqual([0, null]);

  const again = await start();
  await again.screen('inbox');
  const engine = again.enginePid();
  process.kill(engine, 'SIGSTOP');
  expect(await quit(again)).toEqual([0, null]);
  // Nothing of it is left behind.
  await expect.poll(() => isAlive(engine)).toBe(false);
});
