import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
  const output: string[] = [];
  const remove = ({
    login = { get: () => null, set: () => succeed({}) },
    keychainExitCode = 0,
    paths = [folder],
  }: { login?: LoginStart; keychainExitCode?: number | null; paths?: readonly string[] } = {}) =>
    removeData({
      paths,
      forgetKey: () => ({ onExit: (listener) => listener(keychainExitCode) }) as Child,
      login,
      printLine: (line) => void output.push(line),
    });
  return { folder, output, remove };
};

it('a start at sign-in is removed even if the system’s settings switched it off', async () => {
  const { folder, output, remove } = computer();
  const asked: boolean[] = [];
  const login = { get: () => false, set: (on: boolean) => succeed(void asked.push(on)) };
  expect(await remove({ login })).toBe(0);
  expect(asked).toEqual([false]);
  expect(output).toEqual([`hearthline: removed ${folder}`]);
});

it('items that cannot be removed are listed, and the rest is removed', async () => {
  const { folder, output, remove } = computer();
  const login = { get: () => true, set: () => fail('read_only', 'The folder cannot be written.') };
  expect(await remove({ login, keychainExitCode: null })).toBe(1);
  expect(output).toEqual([
    'hearthline: could not remove the start at sign-in, the key in the keychain, which no longer opens anything',
  ]);
  expect(existsSync(folder)).toBe(false);
});

it('a folder that cannot be removed is named, and the others are removed', async () => {
  const { folder, output, remove } = computer();
  const locked = join(temporaryFolder(), 'file', 'Hearthline');
  writeFileSync(dirname(locked), 'a file in place of its folder');
  expect(await remove({ paths: [locked, folder] })).toBe(1);
  expect(output).toEqual([`hearthline: could not remove ${locked}`]);
  expect(existsSync(folder)).toBe(false);
});

it('a system without a start at sign-in reports no failure', async () => {
  const login = { get: () => null, set: () => fail('internal', 'It cannot be set.') };
  expect(await computer().remove({ login })).toBe(0);
});
