import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fail, succeed } from '../../../contract/errors.ts';
import type { LoginStart } from '../../../main/shell/background/login.ts';
import type { Child } from '../../../main/shell/child.ts';
import { removeData } from '../../../main/shell/remove-data.ts';
import { temporaryFolder } from '../engine/support/store.ts';

const computer = () => {
  const folder = join(temporaryFolder(), 'Hearthline');
  mkdirSync(folder);
  writeFileSync(join(folder, 'leads.db'), 'leads');
  const said: string[] = [];
  const remove = ({
    login = { get: () => null, set: () => succeed({}) },
    keychainEnds = 0,
  }: { login?: LoginStart; keychainEnds?: number | null } = {}) =>
    removeData({
      places: [folder],
      forgetKey: () => ({ onExit: (told) => told(keychainEnds) }) as Child,
      login,
      say: (line) => void said.push(line),
    });
  return { folder, said, remove };
};

it('a start at sign-in that the system’s own settings switched off goes too', async () => {
  const { folder, said, remove } = computer();
  const asked: boolean[] = [];
  const login = { get: () => false, set: (on: boolean) => succeed(void asked.push(on)) };
  expect(await remove({ login })).toBe(0);
  expect(asked).toEqual([false]);
  expect(said).toEqual([`hearthline: removed ${folder}`]);
});

it('what cannot be removed is named, and everything else goes', async () => {
  const { folder, said, remove } = computer();
  const login = { get: () => true, set: () => fail('read_only', 'The folder cannot be written.') };
  expect(await remove({ login, keychainEnds: null })).toBe(1);
  expect(said).toEqual([
    'hearthline: could not remove the start at sign-in, the key in the keychain, which opens nothing any more',
  ]);
  expect(existsSync(folder)).toBe(false);
});

it('where nothing can start at sign-in nothing of it is left', async () => {
  const login = { get: () => null, set: () => fail('internal', 'It cannot be set.') };
  expect(await computer().remove({ login })).toBe(0);
});
