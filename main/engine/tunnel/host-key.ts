/** Reads an ssh host's key with the system's `ssh-keyscan`. The caller decides whether to trust it. */
import type { ShownHostKey } from '../../../contract/commands/tunnel.ts';
import type { Clock } from '../../clock/clock.ts';
import { aliasOf, fingerprintOf, knownKey, type HostKey } from './known-hosts.ts';
import { openTCPForwarder } from './tcp-forwarder.ts';
import { startProgram } from './program.ts';

/** Preferred kinds first; ssh prefers a kind that it already knows of a host. */
const kinds = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'ssh-rsa',
];

/** ssh-keyscan's own time-out restarts with each message of the host. */
const answerMs = 20_000;

const parseKey = (line: string): HostKey | null => {
  const [, type, base64] = /^\S+ (\S+) ([A-Za-z0-9+/]+=*)\s*$/.exec(line) ?? [];
  return type !== undefined && base64 !== undefined && kinds.includes(type)
    ? { type, base64 }
    : null;
};

/** Reads a host's key, or why it could not be read; `no_answer` after `answerMs`. */
export const readHostKey = async (
  {
    keyscan,
    folder,
    clock,
  }: { readonly keyscan: string | null; readonly folder: string; readonly clock: Clock },
  { host, port }: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<{ readonly shown: ShownHostKey; readonly key: HostKey | null }> => {
  const failed = (why: Extract<ShownHostKey, { seen: false }>['why']) => ({
    shown: { seen: false, why } as const,
    key: null,
  });
  if (keyscan === null) return failed('program_missing');
  const forwarder = await openTCPForwarder(host, port);
  if (signal.aborted) {
    forwarder.close();
    return failed('no_answer');
  }
  const keys: HostKey[] = [];
  const parameters = ['-T', '10', '-t', 'ed25519,ecdsa,rsa', '-p', String(forwarder.port)];
  const onLine = (text: string): void => {
    const key = parseKey(text);
    if (key !== null) keys.push(key);
  };
  const scan = startProgram(keyscan, [...parameters, '127.0.0.1'], { folder, clock, onLine });
  const stop = (): void => void scan.stop();
  const cancelTimeout = clock.after(answerMs, stop);
  signal.addEventListener('abort', stop);
  const how = await scan.ended;
  cancelTimeout();
  signal.removeEventListener('abort', stop);
  forwarder.close();
  if (how !== 'ended') return failed(how);
  const before = knownKey(folder, aliasOf(host, port));
  const sorted = keys.toSorted((a, b) => kinds.indexOf(a.type) - kinds.indexOf(b.type));
  const key = sorted.find(({ type }) => type === before?.type) ?? sorted[0];
  if (key === undefined) return failed(forwarder.failure() ?? 'no_answer');
  const state = before === null ? 'new' : before.base64 === key.base64 ? 'known' : 'changed';
  return {
    key,
    shown: {
      seen: true,
      keyType: key.type,
      fingerprint: fingerprintOf(key),
      state,
      before: before === null ? null : fingerprintOf(before),
    },
  };
};
