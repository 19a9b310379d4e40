import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shouldStartPractice, readOptions } from '../../../main/shell/options.ts';

describe('the command line', () => {
  it('without options uses the default folder and no profile', () => {
    expect(readOptions([], {}, '/home/pat')).toEqual({
      dataFolder: null,
      profileFile: null,
      welcome: false,
      hidden: false,
      removesData: false,
    });
  });

  it('sets a data folder and a profile relative to the current folder', () => {
    expect(readOptions(['--user-data-dir=data', '--profile=p.json'], {}, '/home/pat')).toEqual({
      dataFolder: resolve('/home/pat/data'),
      profileFile: resolve('/home/pat/p.json'),
      welcome: false,
      hidden: false,
      removesData: false,
    });
  });

  it('overrides the environment', () => {
    const env = { HEARTHLINE_PROFILE: '/etc/one.json' };
    expect(readOptions([], env, '/').profileFile).toBe(resolve('/etc/one.json'));
    expect(readOptions(['--profile=/two.json'], env, '/').profileFile).toBe(resolve('/two.json'));
  });

  it('with --hidden starts without a window', () => {
    expect(readOptions(['--hidden'], {}, '/').hidden).toBe(true);
  });

  it('with --remove-data removes the data', () => {
    expect(readOptions(['--remove-data'], {}, '/').removesData).toBe(true);
  });

  it('with --welcome ignores the profile from the environment', () => {
    const env = { HEARTHLINE_PROFILE: '/etc/one.json' };
    expect(readOptions(['--welcome'], env, '/')).toEqual({
      dataFolder: null,
      profileFile: null,
      welcome: true,
      hidden: false,
      removesData: false,
    });
  });
});

describe('the practice account', () => {
  const nothing = { accounts: 0, practice: false, installed: false };
  const plain = readOptions([], {}, '/');

  it('starts for a new user in development, not in an installed app', () => {
    expect(shouldStartPractice(plain, nothing)).toBe(true);
    expect(shouldStartPractice(plain, { ...nothing, installed: true })).toBe(false);
  });

  it('starts again in an installed app that used it before', () => {
    expect(shouldStartPractice(plain, { accounts: 2, practice: true, installed: true })).toBe(true);
  });

  it('does not start with a real account, a profile or --welcome', () => {
    expect(shouldStartPractice(plain, { ...nothing, accounts: 1 })).toBe(false);
    const practiced = { ...nothing, practice: true };
    expect(shouldStartPractice(readOptions(['--profile=/p.json'], {}, '/'), practiced)).toBe(false);
    expect(shouldStartPractice(readOptions(['--welcome'], {}, '/'), practiced)).toBe(false);
  });
});
