import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  readOrCreateKey,
  forgetKey,
  type KeychainEntry,
} from '../../../main/vault/keychain-key.ts';
import { openKeychain, type KeychainProcess } from '../../../main/vault/keychain.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

const createEntry = (
  changes: Partial<KeychainEntry>,
  held: string | null = null,
): KeychainEntry => {
  let value = held;
  return {
    getPassword: async () => value,
    setPassword: async (password) => void (value = password),
    deletePassword: async () => {
      const was = value !== null;
      value = null;
      return was;
    },
    ...changes,
  };
};
const throwing = (message: string) => async (): Promise<never> => {
  throw new Error(message);
};
const throwingEntry = (message: string): never => {
  throw new Error(message);
};
const ask = (entry: KeychainEntry) => readOrCreateKey(() => entry, randomBytes);

describe('asking the keychain for the key', () => {
  it('creates a key of 32 bytes the first time and returns the same one afterwards', async () => {
    const entry = createEntry({});
    const first = await ask(entry);
    expect(first).toMatchObject({ state: 'ready' });
    expect(Buffer.from((first as { key: string }).key, 'base64')).toHaveLength(32);
    expect(await ask(entry)).toEqual(first);
  });

  it('reports a missing keychain', async () => {
    const reply = await readOrCreateKey(() => {
      throw new Error('no session bus');
    }, randomBytes);
    expect(reply).toEqual({ state: 'absent', reason: 'no session bus' });
  });

  it.each<[string, string, KeychainEntry]>([
    ['a prompt is dismissed', 'locked', createEntry({ getPassword: throwing('prompt dismissed') })],
    [
      'it is locked',
      'locked',
      createEntry({
        getPassword: throwing("Couldn't access platform storage: SS Error: object locked"),
      }),
    ],
    [
      'the keychain breaks while it is read',
      'absent',
      createEntry({
        getPassword: throwing(
          'Platform failure: Did not receive a reply. Possible causes include: the remote application did not send a reply, the message bus security policy blocked the reply',
        ),
      }),
    ],
    [
      'two entries have our name',
      'absent',
      createEntry({ getPassword: throwing('Entry is matched by 2 credentials') }),
    ],
    [
      'the entry is no text',
      'absent',
      createEntry({ getPassword: throwing('Data is not UTF-8 encoded') }),
    ],
    [
      'storing a first key is refused',
      'locked',
      createEntry({ setPassword: throwing('unlock prompt was dismissed') }),
    ],
    [
      'a first key cannot be stored',
      'absent',
      createEntry({ setPassword: throwing('no result found') }),
    ],
    ['it does not keep the key', 'absent', createEntry({ setPassword: async () => {} })],
    ['it has something else under our name', 'absent', createEntry({}, 'not a key')],
  ])('when %s reports %s', async (_, state, entry) => {
    expect(await ask(entry)).toMatchObject({ state });
  });

  it('never overwrites an entry under our name', async () => {
    const entry = createEntry({}, 'unrelated');
    await ask(entry);
    expect(await entry.getPassword()).toBe('unrelated');
  });
});

describe('deleting the key', () => {
  it('succeeds with a key, without one, and without a keychain', async () => {
    const entry = createEntry({}, 'a key');
    expect(await forgetKey(() => entry)).toBe(true);
    expect(await entry.getPassword()).toBeNull();
    expect(await forgetKey(() => entry)).toBe(true);
    expect(await forgetKey(() => throwingEntry('no session bus'))).toBe(true);
  });

  it('fails when the key is still there or the keychain is locked', async () => {
    const refusing = createEntry({ deletePassword: throwing('prompt dismissed') }, 'a key');
    expect(await forgetKey(() => refusing)).toBe(false);
    const locked = createEntry({
      deletePassword: throwing('locked'),
      getPassword: throwing('locked'),
    });
    expect(await forgetKey(() => locked)).toBe(false);
    const empty = createEntry({ deletePassword: throwing('no entry found') });
    expect(await forgetKey(() => empty)).toBe(true);
  });
});

describe('the keychain process', () => {
  const processThat = (does: Partial<KeychainProcess>) => {
    const seen = { killed: false, args: [] as readonly string[] };
    const launch = (args: readonly string[]): KeychainProcess => {
      seen.args = args;
      return {
        onMessage: () => {},
        onExit: () => {},
        kill: () => void (seen.killed = true),
        ...does,
      };
    };
    return { seen, launch };
  };
  const open = (launch: (args: readonly string[]) => KeychainProcess) =>
    openKeychain({ service: 'Hearthline', account: 'here', launch, patience: 1, log: quiet });

  it('is killed when nobody answers the prompt, and the keychain counts as locked', async () => {
    const { seen, launch } = processThat({});
    expect(await open(launch)).toEqual({ state: 'locked', key: null });
    expect(seen).toEqual({ killed: true, args: ['Hearthline', 'here'] });
  });

  it('may exit early, and the keychain counts as absent', async () => {
    const { launch } = processThat({ onExit: (listener) => listener(1) });
    expect(await open(launch)).toEqual({ state: 'absent', key: null });
  });

  it('is killed after its answer', async () => {
    const key = randomBytes(32);
    const reply = { state: 'ready', key: key.toString('base64') };
    const { seen, launch } = processThat({ onMessage: (listener) => listener(reply) });
    expect(await open(launch)).toEqual({ state: 'ready', key });
    expect(seen.killed).toBe(true);
  });
});
