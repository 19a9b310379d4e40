import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shouldStartPractice, parseOptions } from '../../../main/shell/options.ts';

describe('the command line', () => {
  it('without options uses the default folder and no profile', () => {
    expect(parseOptions([], {}, '/home/pat')).toEqual({
      dataFolder: null,
      profileFile: null,
      showsWelcome: false,
      isHidden: false,
      removesData: false,
    });
  });

  it('sets a data folder and a profile relative to the current folder', () => {
    expect(parseOptions(['--user-data-dir=data', '--profile=p.json'], {}, '/home/pat')).toEqual({
      dataFolder: resolve('/home/pat/data'),
      profileFile: resolve('/home/pat/p.json'),
      showsWelcome: false,
      isHidden: false,
      removesData: false,
    });
  });

  it('overrides the environment', () => {
    const env = { HEARTHLINE_PROFILE: '/etc/one.json' };
    expect(parseOptions([], env, '/').profileFile).toBe(resolve('/etc/one.json'));
    expect(parseOptions(['--profile=/two.json'], env, '/').profileFile).toBe(resolve('/two.json'));
  });

  it('with --hidden starts without a window', () => {
    expect(parseOptions(['--hidden'], {}, '/').isHidden).toBe(true);
  });

  it('with --remove-data removes the data', () => {
    expect(parseOptions(['--remove-data'], {}, '/').removesData).toBe(true);
  });

  it('with --welcome ignores the profile from the environment', () => {
    const env = { HEARTHLINE_PROFILE: '/etc/one.json' };
    expect(parseOptions(['--welcome'], env, '/')).toEqual({
      dataFolder: null,
      profileFile: null,
      showsWelcome: true,
      isHidden: false,
      removesData: false,
    });
  });
});

describe('the practice account', () => {
  const nothing = { accounts: 0, hasPractice: false, isInstalled: false };
  const plain = parseOptions([], {}, '/');

  it('starts for a new user in development, not in an installed app', () => {
    expect(shouldStartPractice(plain, nothing)).toBe(true);
    expect(shouldStartPractice(plain, { ...nothing, isInstalled: true })).toBe(false);
  });

  it('starts again in an installed app that used it before', () => {
    expect(shouldStartPractice(plain, { accounts: 2, hasPractice: true, isInstalled: true })).toBe(
      true,
    );
  });

  it('does not start with a real account, a profile or --welcome', () => {
    expect(shouldStartPractice(plain, { ...nothing, accounts: 1 })).toBe(false);
    const practiced = { ...nothing, hasPractice: true };
    expect(shouldStartPractice(parseOptions(['--profile=/p.json'], {}, '/'), practiced)).toBe(
      false,
    );
    expect(shouldStartPractice(parseOptions(['--welcome'], {}, '/'), practiced)).toBe(false);
  });
});
