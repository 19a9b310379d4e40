/** Only the package decides whether and from where a copy updates itself. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openUpdates } from '../../../../main/shell/updates/open.ts';
import { createHandClock } from '../../connect/support/hand-clock.ts';

/** An updater that never answers. */
const openUpdater = vi.hoisted(() =>
  vi.fn((_options: { readonly args: readonly string[] }) => ({
    latest: () => new Promise(() => undefined),
    cancel: () => undefined,
  })),
);
vi.mock('../../../../main/shell/updates/electron-updater.ts', () => ({ openUpdater }));
beforeEach(() => void openUpdater.mockClear());

const key = generateKeyPairSync('ed25519')
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString();
const address = 'provider: generic\nurl: https://updates.example.com/\n';

type Files = Readonly<Record<string, string>>;

const open = (files: Files, more: Partial<Parameters<typeof openUpdates>[0]> = {}) => {
  const place = mkdtempSync(join(tmpdir(), 'hearthline-package-'));
  const [resources, dataFolder] = ['resources', 'data'].map((name) => join(place, name)) as [
    string,
    string,
  ];
  for (const folder of [resources, dataFolder]) mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(resources, name), text);
  const clock = createHandClock();
  const updates = openUpdates({
    isPackaged: true,
    version: '1.0.0',
    resources,
    dataFolder,
    platform: 'win32',
    env: {},
    program: 'C:\\Hearthline\\Hearthline.exe',
    namedFolder: null,
    onChange: () => undefined,
    quit: () => undefined,
    releaseLock: () => undefined,
    clock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...more,
  });
  return { updates, clock, dataFolder };
};

const readState = async (...args: Parameters<typeof open>) => {
  const answer = await open(...args).updates.handlers['updates.get']({});
  return answer.ok ? answer.value.update : answer;
};

const whole: Files = { 'app-update.yml': address, 'update-key.pem': key };

describe('updates', () => {
  it('are on in a package with an address and a key', async () => {
    expect(await readState(whole)).toEqual({ state: 'idle' });
  });

  it.each<[string, Files, Parameters<typeof open>[1]]>([
    ['development', whole, { isPackaged: false }],
    ['no_address', { 'update-key.pem': key }, {}],
    ['bad_address', { ...whole, 'app-update.yml': address.replace('https', 'http') }, {}],
    ['no_key', { 'app-update.yml': address }, {}],
    ['no_key', { ...whole, 'update-key.pem': 'no key' }, {}],
    ['package_manager', { ...whole, 'package-type': 'deb' }, { platform: 'linux' }],
    ['unpacked', whole, { platform: 'linux' }],
  ])('are off with the reason %s', async (reason, files, more) => {
    expect(await readState(files, more)).toEqual({ state: 'off', reason });
  });

  it('cannot be turned on or redirected by the environment', async () => {
    const env = Object.fromEntries(
      ['ADDRESS', 'URL', 'KEY', 'UPDATE_KEY', 'UPDATES', 'UPDATE_URL'].flatMap((name) => [
        [`HEARTHLINE_${name}`, 'https://evil.example/'],
        [name, 'https://evil.example/'],
      ]),
    );
    expect(await readState({}, { env })).toEqual({ state: 'off', reason: 'no_address' });
    expect(await readState({ 'app-update.yml': address }, { env })).toEqual({
      state: 'off',
      reason: 'no_key',
    });
  });

  it('remember that they were switched off before the engine starts', async () => {
    const first = open(whole);
    first.updates.setOn(false);
    const { dataFolder } = first;
    expect(readdirSync(dataFolder)).toEqual(['updates.json']);
    expect(await readState(whole, { dataFolder })).toEqual({
      state: 'off',
      reason: 'switched_off',
    });
  });

  it('begin two minutes after the start when no leads were painted', async () => {
    const { clock } = open(whole);
    await clock.advance(2 * 60_000 - 1);
    expect(openUpdater).not.toHaveBeenCalled();
    await clock.advance(1);
    await vi.waitFor(() => expect(openUpdater).toHaveBeenCalledOnce());
  });

  it('do not begin after the app ended', async () => {
    const { updates, clock } = open(whole);
    await updates.end();
    await clock.advance(24 * 60 * 60_000);
    expect(openUpdater).not.toHaveBeenCalled();
  });
});

it('the restart after an update keeps only the data folder of the command line', async () => {
  await open(whole, { namedFolder: '/data' }).updates.handlers['updates.check']({});
  const args = ['--user-data-dir=/data'];
  await vi.waitFor(() =>
    expect(openUpdater).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ args })),
  );
});

describe('“What’s new”', () => {
  const start = (version: string, dataFolder: string) =>
    open({}, { version, dataFolder, isPackaged: false }).updates;
  const isNew = async ({ handlers }: ReturnType<typeof start>): Promise<boolean> => {
    const answer = await handlers['whatsNew.get']({});
    return answer.ok && answer.value.isNew;
  };

  it('is offered once after a version change, even if the copy does not update itself', async () => {
    const { dataFolder } = open({}, { isPackaged: false });
    const updated = start('1.1.0', dataFolder);
    expect([await isNew(updated), await isNew(updated)]).toEqual([true, true]);
    expect(await isNew(start('1.1.0', dataFolder))).toBe(false);
  });

  it('is still offered after a start without a window', async () => {
    const { dataFolder } = open({}, { isPackaged: false });
    start('1.1.0', dataFolder).begin();
    expect(await isNew(start('1.1.0', dataFolder))).toBe(true);
  });
});
