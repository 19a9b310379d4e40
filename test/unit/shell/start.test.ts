/** A start waits neither for the keychain nor for a slow engine. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { CommandOutput } from '../../../contract/commands.ts';
import { createFirstScreenChoice } from '../../../main/shell/first-screen.ts';
import { createSignIns } from '../../../main/shell/sign-ins.ts';
import type { Connect } from '../../../main/connect/connect.ts';
import type { Keychain } from '../../../main/vault/keychain.ts';
import { openVault } from '../../../main/vault/vault.ts';
import { createHandClock } from '../connect/support/hand-clock.ts';

type Reports = Answer<CommandOutput<'connection.report'>>;
const never = new Promise<never>(() => undefined);
const reports = (...accountIDs: string[]): Reports =>
  succeed({ reports: accountIDs.map((accountID) => ({ accountID })) }) as unknown as Reports;

const createScreen = (overrides: Partial<Parameters<typeof createFirstScreenChoice>[0]>) =>
  createFirstScreenChoice({
    isNew: false,
    startsPractice: false,
    askReports: async () => reports(),
    clock: createHandClock(),
    ...overrides,
  });

describe('the first screen', () => {
  it.each([
    ['welcome', 'no data exists yet', { isNew: true, askReports: () => never }],
    ['welcome', 'there are no accounts', {}],
    ['inbox', 'there is an account', { askReports: async () => reports('a') }],
    ['inbox', 'the practice account starts', { isNew: true, startsPractice: true }],
    [
      'inbox',
      'the engine cannot run',
      { askReports: async () => fail('database_newer', 'Newer than this app.') },
    ],
  ] as const)('is %s when %s', async (screen, _, overrides) => {
    expect(await createScreen(overrides)()).toBe(screen);
  });

  it('is the inbox when the engine does not answer within two seconds', async () => {
    const clock = createHandClock();
    let screen: string | null = null;
    void createScreen({ askReports: () => never, clock })().then((chosen) => (screen = chosen));
    await clock.advance(1_999);
    expect(screen).toBeNull();
    await clock.advance(1);
    expect(screen).toBe('inbox');
  });

  it('of a reloaded page is the inbox once there is an account', async () => {
    let accounts: string[] = [];
    const firstScreen = createScreen({ isNew: true, askReports: async () => reports(...accounts) });
    expect(await firstScreen()).toBe('welcome');
    expect(await firstScreen()).toBe('welcome');
    accounts = ['a'];
    expect(await firstScreen()).toBe('inbox');
  });
});

describe('the sign-ins', () => {
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  const open = (openKeychain: () => Promise<Keychain>, file = '/nowhere/vault.bin') => {
    const signIns = createSignIns({
      openKeychain,
      openVault: (key) => openVault({ file, key, random: randomBytes, log: quiet }),
    });
    signIns.open(() => ({ listAccounts: () => [] }) as unknown as Connect);
    return signIns;
  };

  it('are unavailable until the keychain opens, and requests for them wait', async () => {
    let resolve: (keychain: Keychain) => void = () => undefined;
    const signIns = open(() => new Promise((done) => (resolve = done)));
    const asked = signIns.runWhenOpen(({ connect }) => succeed(connect.listAccounts()));
    expect(signIns.getOpened()).toBeNull();
    resolve({ state: 'locked', key: null });
    expect(await asked).toEqual(succeed([]));
    expect(signIns.getOpened()?.keychain).toBe('locked');
  });

  it('that cannot be read fail every request', async () => {
    const signIns = open(
      async () => ({ state: 'ready', key: randomBytes(32) }),
      // A folder cannot be read as the vault file.
      import.meta.dirname,
    );
    expect(await signIns.runWhenOpen(() => succeed('never'))).toMatchObject({
      ok: false,
      error: { code: 'read_only' },
    });
    expect(signIns.getOpened()).toBeNull();
  });
});
