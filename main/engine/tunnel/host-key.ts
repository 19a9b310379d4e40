/**
 * The key that an ssh host shows: asked for with the system's `ssh-keyscan`, compared with the one
 * that was confirmed. Nothing is trusted here; that is the professional's word.
 */
import type { ShownHostKey } from '../../../contract/commands/tunnel.ts';
import type { Clock } from '../../clock/clock.ts';
import { aliasOf, fingerprintOf, knownKey, type HostKey } from './known-hosts.ts';
import { openRelay } from './relay.ts';
import { startProgram } from './program.ts';

/** The best first: ssh prefers a kind of key that it knows of a host. */
const kinds = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'ssh-rsa',
];

/** ssh-keyscan's own limit begins again with each message of the host. */
const answerMs = 20_000;

const keyOf = (line: string): HostKey | null => {
  const [, type, base64] = /^\S+ (\S+) ([A-Za-z0-9+/]+=*)\s*$/.exec(line) ?? [];
  return type !== undefined && base64 !== undefined && kinds.includes(type)
    ? { type, base64 }
    : null;
};

export type ReadHostKey = { readonly shown: ShownHostKey; readonly key: HostKey | null };

/**
 * Asks a host for its key; `no_answer` after `answerMs`.
 * @param folder where the confirmed keys are kept
 * @param signal ends it early
 */
export const readHostKey = async (
  dependencies: { readonly keyscan: string | null; readonly folder: string; readonly clock: Clock },
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<ReadHostKey> => {
  const unseen = (why: Extract<ShownHostKey, { seen: false }>['why']): ReadHostKey => ({
    shown: { seen: false, why },
    key: null,
  });
  if (dependencies.keyscan === null) return unseen('program_missing');
  const relay = await openRelay(host, port);
  if (signal.aborted) {
    relay.close();
    return unseen('no_answer');
  }
  const keys: HostKey[] = [];
  const scan = startProgram(
    dependencies.keyscan,
    ['-T', '10', '-t', 'ed25519,ecdsa,rsa', '-p', String(relay.port), '127.0.0.1'],
    {
      folder: dependencies.folder,
      clock: dependencies.clock,
      onLine: (text) => {
        const key = keyOf(text);
        if (key !== null) keys.push(key);
      },
    },
  );
  const stop = (): void => void scan.stop();
  const callOff = dependencies.clock.after(answerMs, stop);
  signal.addEventListener('abort', stop);
  const how = await scan.ended;
  callOff();
  signal.removeEventListener('abort', stop);
  relay.close();
  if (how !== 'ended') return unseen(how === 'missing' ? 'program_missing' : 'program_unusable');
  const before = knownKey(dependencies.folder, aliasOf(host, port));
  const shown = keys.toSorted((a, b) => kinds.indexOf(a.type) - kinds.indexOf(b.type));
  const key = shown.find(({ type }) => type === before?.type) ?? shown[0];
  if (key === undefined) return unseen(relay.failure() ?? 'no_answer');
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
