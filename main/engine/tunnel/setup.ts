/** The tunnel's settings, validated before they are stored. */
import { statSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import {
  tunnelSetup,
  type SetupMistake,
  type TunnelSetup,
} from '../../../contract/commands/tunnel.ts';
import { readSetting, storeSetting } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { parseAddress } from './address.ts';
import { isRunnable } from './program.ts';

const setupName = 'tunnel.setup';

/** Applies until the person has chosen. */
export const initialSetup: TunnelSetup = {
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

/** Null until the person has chosen. */
export const readSetup = (store: Store): TunnelSetup | null =>
  readSetting(store, setupName, tunnelSetup);

export const storeSetup = (store: Store, setup: TunnelSetup): void =>
  storeSetting(store, setupName, setup);

const stripBrackets = (host: string): string => host.trim().replace(/^\[(.*)\]$/, '$1');

/** Removes surrounding whitespace from all fields, and brackets from the host. */
export const trimSetup = ({ ssh, ...setup }: TunnelSetup): TunnelSetup => ({
  ...setup,
  address: setup.address.trim(),
  cloudflaredPath: setup.cloudflaredPath.trim(),
  ssh: {
    ...ssh,
    host: stripBrackets(ssh.host),
    user: ssh.user.trim(),
    keyFile: ssh.keyFile.trim(),
    bindAddress: stripBrackets(ssh.bindAddress),
    address: ssh.address.trim(),
  },
});

type Reason = SetupMistake['reason'];

/** A host name (RFC 1123) or IP address; never something that looks like an option. */
const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i;
const ipv6Address = /^[0-9a-f:]*:[0-9a-f:.]*(%[a-z0-9]+)?$/i;
const userName = /^[a-z0-9_][a-z0-9._@\\-]*\$?$/i;

const checkHost = (host: string): Reason | null => {
  if (host === '') return 'empty';
  return hostName.test(host) || ipv6Address.test(host) ? null : 'not_a_host';
};

const checkPort = (port: number): Reason | null =>
  port >= 1 && port <= 65_535 ? null : 'not_a_port';

/** Normalizes a typed host and port; null if they are invalid. */
export const parseSSHTarget = (
  host: string,
  port: number,
): { readonly host: string; readonly port: number } | null => {
  const parsed = { host: stripBrackets(host), port };
  return checkHost(parsed.host) === null && checkPort(port) === null ? parsed : null;
};

/** A path on another computer: even checking it would reveal us to that computer. */
const isElsewhere = (file: string): boolean => /^[\\/]{2}/.test(file);

const checkFile = (file: string): Reason | null => {
  if (!isAbsolute(file) || isElsewhere(file)) return 'not_a_path';
  try {
    return statSync(file).isFile() ? null : 'no_such_file';
  } catch {
    return 'no_such_file';
  }
};

/** True if ssh would expand a variable in the path, which cannot be escaped. */
export const hasVariable = (path: string): boolean => path.includes('${');

const checkKeyFile = (file: string): Reason | null =>
  hasVariable(file) ? 'not_a_path' : checkFile(file);

/** The program will be executed, so the window may choose only a cloudflared of this computer. */
const checkProgram = (file: string): Reason | null => {
  const isCloudflared = basename(file).toLowerCase().startsWith('cloudflared');
  return checkFile(file) ?? (isCloudflared && isRunnable(file) ? null : 'not_a_program');
};

const checkAddress = (text: string, allowsLoopback: boolean): Reason | null => {
  const parsed = parseAddress(text, allowsLoopback);
  return 'mistake' in parsed ? parsed.mistake : null;
};

/** Lists the invalid fields of the chosen kind of tunnel. */
export const listMistakes = (
  { kind, address, cloudflaredPath, ssh }: TunnelSetup,
  allowsLoopback: boolean,
): readonly SetupMistake[] => {
  const checkFields = (): Partial<Record<SetupMistake['field'], Reason | null>> => {
    switch (kind) {
      case 'off':
      case 'hub':
        return {};
      case 'address':
        return { address: checkAddress(address, allowsLoopback) };
      case 'cloudflared':
        return { cloudflaredPath: cloudflaredPath === '' ? null : checkProgram(cloudflaredPath) };
      case 'ssh':
        return {
          'ssh.host': checkHost(ssh.host),
          'ssh.port': checkPort(ssh.port),
          'ssh.user': ssh.user === '' ? 'empty' : userName.test(ssh.user) ? null : 'not_a_user',
          'ssh.keyFile': ssh.keyFile === '' ? null : checkKeyFile(ssh.keyFile),
          'ssh.bindAddress': ssh.bindAddress === '*' ? null : checkHost(ssh.bindAddress),
          'ssh.remotePort': checkPort(ssh.remotePort),
          'ssh.address': checkAddress(ssh.address, allowsLoopback),
        };
    }
  };
  return Object.entries(checkFields()).flatMap(([field, reason]) =>
    reason === null ? [] : [{ field: field as SetupMistake['field'], reason }],
  );
};
