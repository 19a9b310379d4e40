/** A start waits for nothing that may take its time: neither for the keychain nor for an engine that is late. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { CommandOutput } from '../../../contract/commands.ts';
import { createFirstScreen } from '../../../main/shell/first-screen.ts';
import { createSignIns } from '../../../main/shell/sign-ins.ts';
import type { Connect } from '../../../main/connect/connect.ts';
import type { Keychain } from '../../../main/vault/keychain.ts';
import { openVault } from '../../../main/vault/vault.ts';
import { handClock } from '../connect/support/hand-clock.ts';

type Reports = Answer<CommandOutput<'connection.report'>>;
const never = new Promise<never>(() => undefined);
const reports = (...accountIDs: string[]): Reports =>
  succeed({ reports: accountIDs.map((accountID) => ({ accountID })) }) as unknown as Reports;

const beginning = (given: Partial<Parameters<typeof createFirstScreen>[0]>) =>
  createFirstScreen({
    isNew: false,
    practises: false,
    askReports: async () => reports(),
    clock: handClock(),
    ...given,
  });

describe('the first screen', () => {
  it.each([
    ['welcome', 'nothing was kept yet', { isNew: true, askReports: () => never }],
    ['welcome', 'no account ever was here', {}],
    ['inbox', 'accounts were here', { askReports: async () => reports('a') }],
    ['inbox', 'practice customers come', { isNew: true, practises: true }],
    [
      'inbox',
      'the engine cannot run',
      { askReports: async () => fail('database_newer', 'Newer than this app.') },
    ],
  ] as const)('is %s when %s', async (screen, _, given) => {
    expect(await beginning(given)()).toBe(screen);
  });

  it('is the inbox, after two seconds, when the engine does not answer', async () => {
    const clock = handClock();
    let screen: string | null = null;
    void beginning({ askReports: () => never, clock })().then((said) => (screen = said));
    await clock.advance(1_999);
    expect(screen).toBeNull();
    await clock.advance(1);
    expect(screen).toBe('inbox');
  });

  it('of a page that is loaded again is the inbox, once an account has come', async () => {
    let accounts: string[] = [];
    const firstScreen = beginning({ isNew: true, askReports: async () => reports(...accounts) });
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
    signIns.open(() => ({ accounts: () => [] }) as unknown as Connect);
    return signIns;
  };

  it('are not there while the keychain is asked, and whoever needs them waits for that', async () => {
    let give: (keychain: Keychain) => void = () => undefined;
    const signIns = open(() => new Promise((found) => (give = found)));
    const asked = signIns.ask(({ connect }) => succeed(connect.accounts()));
    expect(signIns.now()).toBeNull();
    give({ state: 'locked', key: null });
    expect(await asked).toEqual(succeed([]));
    expect(signIns.now()?.keychain).toBe('locked');
  });

  it('that cannot be read are said to be so, to everyone who asks', async () => {
    const signIns = open(
      async () => ({ state: 'ready', key: randomBytes(32) }),
      // A folder in the place of the file.
      import.meta.dirname,
    );
    expect(await signIns.ask(() => succeed('never'))).toMatchObject({
      ok: false,
      error: { code: 'read_only' },
    });
    expect(signIns.now()).toBeNull();
  });
});
