/** What the professional has set up: kept in the settings table, checked before it is kept. */
import { statSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import {
  tunnelSetup,
  type SetupMistake,
  type TunnelSetup,
} from '../../../contract/commands/tunnel.ts';
import { recall, remember } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { readAddress } from './address.ts';
import { isRunnable } from './program.ts';

const setupName = 'tunnel.setup';

const untouched: TunnelSetup = {
  kind: 'off',
  address: '',
  cloudflaredPath: '',
  ssh: {
    host: '',
    port: 22,
    user: '',
    keyFile: '',
    bindAddress: '127.0.0.1',
    remotePort: 8_787,
    address: '',
  },
};

export const setupNow = (store: Store): TunnelSetup =>
  recall(store, setupName, tunnelSetup) ?? untouched;

export const keepSetup = (store: Store, setup: TunnelSetup): void =>
  remember(store, setupName, setup);

/** A host without the blanks and brackets that come along when something is pasted. */
const bare = (host: string): string => host.trim().replace(/^\[(.*)\]$/, '$1');

/** Without the blanks that come along when something is pasted. */
export const trimmed = ({ ssh, ...setup }: TunnelSetup): TunnelSetup => ({
  ...setup,
  address: setup.address.trim(),
  cloudflaredPath: setup.cloudflaredPath.trim(),
  ssh: {
    ...ssh,
    host: bare(ssh.host),
    user: ssh.user.trim(),
    keyFile: ssh.keyFile.trim(),
    bindAddress: bare(ssh.bindAddress),
    address: ssh.address.trim(),
  },
});

type Reason = SetupMistake['reason'];

/** A host name (RFC 1123) or an address; it never begins with what a program takes for an option. */
const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i;
const sixAddress = /^[0-9a-f:]*:[0-9a-f:.]*(%[a-z0-9]+)?$/i;
const userName = /^[a-z0-9_][a-z0-9._@\\-]*\$?$/i;

const hostMistake = (host: string): Reason | null => {
  if (host === '') return 'empty';
  return hostName.test(host) || sixAddress.test(host) ? null : 'not_a_host';
};

const portMistake = (port: number): Reason | null =>
  port >= 1 && port <= 65_535 ? null : 'not_a_port';

/** A host as somebody typed it, ready to be asked and written down; null when it cannot be one. */
export const readHost = (
  host: string,
  port: number,
): { readonly host: string; readonly port: number } | null => {
  const read = { host: bare(host), port };
  return hostMistake(read.host) === null && portMistake(port) === null ? read : null;
};

/** On another computer: merely to look at such a file tells that computer who we are. */
const isElsewhere = (file: string): boolean => /^[\\/]{2}/.test(file);

const fileMistake = (file: string): Reason | null => {
  if (!isAbsolute(file) || isElsewhere(file)) return 'not_a_path';
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? null : 'no_such_file';
};

/** Whether ssh would read a path with a variable of the environment in it; nothing escapes that. */
export const hasVariable = (path: string): boolean => path.includes('${');

const keyMistake = (file: string): Reason | null =>
  hasVariable(file) ? 'not_a_path' : fileMistake(file);

/** It will be run: the window may choose among the cloudflareds of this computer, and no other program. */
const programMistake = (file: string): Reason | null => {
  const isCloudflared = basename(file).toLowerCase().startsWith('cloudflared');
  return fileMistake(file) ?? (isCloudflared && isRunnable(file) ? null : 'not_a_program');
};

const addressMistake = (text: string, allowsLoopback: boolean): Reason | null => {
  const read = readAddress(text, allowsLoopback);
  return 'mistake' in read ? read.mistake : null;
};

/**
 * What is wrong with the fields of the way that is chosen; the others may be as they are.
 * @param allowsLoopback whether a service on this computer is connected
 */
export const mistakesOf = (
  { kind, address, cloudflaredPath, ssh }: TunnelSetup,
  allowsLoopback: boolean,
): readonly SetupMistake[] => {
  const found = ((): Partial<Record<SetupMistake['field'], Reason | null>> => {
    switch (kind) {
      case 'off':
        return {};
      case 'address':
        return { address: addressMistake(address, allowsLoopback) };
      case 'cloudflared':
        return {
          cloudflaredPath: cloudflaredPath === '' ? null : programMistake(cloudflaredPath),
        };
      case 'ssh':
        return {
          'ssh.host': hostMistake(ssh.host),
          'ssh.port': portMistake(ssh.port),
          'ssh.user': ssh.user === '' ? 'empty' : userName.test(ssh.user) ? null : 'not_a_user',
          'ssh.keyFile': ssh.keyFile === '' ? null : keyMistake(ssh.keyFile),
          'ssh.bindAddress': ssh.bindAddress === '*' ? null : hostMistake(ssh.bindAddress),
          'ssh.remotePort': portMistake(ssh.remotePort),
          'ssh.address': addressMistake(ssh.address, allowsLoopback),
        };
    }
  })();
  return Object.entries(found).flatMap(([field, reason]) =>
    reason === null ? [] : [{ field: field as SetupMistake['field'], reason }],
  );
};
