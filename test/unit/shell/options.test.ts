import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../main/shell/options.ts';

describe('the command line', () => {
  it('without anything asks for the practice account in the usual place', () => {
    expect(readOptions([], {}, '/home/pat')).toEqual({
      dataFolder: null,
      profileFile: null,
      welcome: false,
    });
  });

  it('names a data folder and a profile, relative to where it was typed', () => {
    expect(readOptions(['--user-data-dir=data', '--profile=p.json'], {}, '/home/pat')).toEqual({
      dataFolder: '/home/pat/data',
      profileFile: '/home/pat/p.json',
      welcome: false,
    });
  });

  it('wins over the environment', () => {
    const env = { HEARTHLINE_PROFILE: '/etc/one.json' };
    expect(readOptions([], env, '/').profileFile).toBe('/etc/one.json');
    expect(readOptions(['--profile=/two.json'], env, '/').profileFile).toBe('/two.json');
  });

  it('with --welcome uses neither sandbox nor profile', () => {
    const env = { HEARTHLINE_PROFILE: '/etc/one.json' };
    expect(readOptions(['--welcome'], env, '/')).toEqual({
      dataFolder: null,
      profileFile: null,
      welcome: true,
    });
  });
});
