/** Reads an ssh host's key with the system's `ssh-keyscan`, and trusts it once the person has confirmed it. */
import { mkdirSync } from 'node:fs';
import type { ShownHostKey } from '../../../contract/commands/tunnel.ts';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { Clock } from '../../clock/clock.ts';
import { computeFingerprint, readKey, storeKey, toAlias, type HostKey } from './known-hosts.ts';
import { openTCPForwarder } from './tcp-forwarder.ts';
import { findProgram, startProgram } from './program.ts';
import { parseSSHTarget } from './setup.ts';

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

type Dependencies = {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
};

/** Reads a host's key. `shown` has the reason if it could not be read: `no_answer` after `answerMs`. */
const readHostKey = async (
  { folder, env, clock }: Dependencies,
  { host, port }: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<{ readonly shown: ShownHostKey; readonly key: HostKey | null }> => {
  const failed = (why: Extract<ShownHostKey, { seen: false }>['why']) => ({
    shown: { seen: false, why } as const,
    key: null,
  });
  const keyscan = findProgram('ssh-keyscan', env);
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
  const ending = await scan.ended;
  cancelTimeout();
  signal.removeEventListener('abort', stop);
  forwarder.close();
  if (ending !== 'ended') return failed(ending);
  const before = readKey(folder, toAlias(host, port));
  const sorted = keys.toSorted((a, b) => kinds.indexOf(a.type) - kinds.indexOf(b.type));
  const key = sorted.find(({ type }) => type === before?.type) ?? sorted[0];
  if (key === undefined) return failed(forwarder.getFailure() ?? 'no_answer');
  const state = before === null ? 'new' : before.base64 === key.base64 ? 'known' : 'changed';
  return {
    key,
    shown: {
      seen: true,
      keyType: key.type,
      fingerprint: computeFingerprint(key),
      state,
      before: before === null ? null : computeFingerprint(before),
    },
  };
};

/** Trusts only the key that was shown last. */
export const createHostTrust = (dependencies: Dependencies) => {
  const { folder } = dependencies;
  let lastShown: { readonly alias: string; readonly key: HostKey } | null = null;
  let pendingRead = new AbortController();
  return {
    /** Reads a host's key and cancels a pending read. Errors: `invalid_input` for an invalid host or port. */
    readHostKey: async (host: string, port: number): Promise<Answer<ShownHostKey>> => {
      const target = parseSSHTarget(host, port);
      if (target === null) return fail('invalid_input', 'There can be no such host or port.');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      pendingRead.abort();
      pendingRead = new AbortController();
      const { signal } = pendingRead;
      const { shown, key } = await readHostKey(dependencies, target, signal);
      if (signal.aborted) return succeed(shown);
      lastShown = key === null ? null : { alias: toAlias(target.host, target.port), key };
      return succeed(shown);
    },
    /** Trusts the key that was just shown. Errors: `conflict` for another key. */
    trustHost: (host: string, port: number, fingerprint: string) => {
      const target = parseSSHTarget(host, port);
      const isSame =
        target !== null &&
        lastShown?.alias === toAlias(target.host, target.port) &&
        computeFingerprint(lastShown.key) === fingerprint;
      if (lastShown === null || !isSame)
        return fail('conflict', 'The host has not just shown this key.');
      storeKey(folder, lastShown.alias, lastShown.key);
      return succeed({});
    },
    cancel: (): void => pendingRead.abort(),
  };
};
