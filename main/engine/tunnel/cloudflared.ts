/**
 * A quick tunnel of the professional's own `cloudflared`: `https://….trycloudflare.com`, without an
 * account, with another address at each start. The program writes to stderr; what it says was read
 * from its public source (cmd/cloudflared/tunnel/quick_tunnel.go, connection/observer.go): the address
 * in a box of ASCII lines, then `Registered tunnel connection` once traffic can flow.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../clock/clock.ts';
import { startProgram } from './program.ts';
import { shown, type TunnelFailure, type Provider, type ProviderEvents } from './provider.ts';

const answerMs = 60_000;

/** What stands before a message; a message may repeat what a stranger asked for. */
const prefix = /^(?:\S+ )?(?:DBG|INF|WRN|ERR|FTL) /;
const boxed = /^\|\s+(https:\/\/[^\s|]+)\s+\|\s*$/;
const registered = /^Registered tunnel connection|^Connection [0-9a-f-]{36} registered/;
const lost =
  /^(?:Unregistered tunnel connection|Lost connection with the edge|Retrying connection in)/;
const refused = /failed to (?:request|read|parse|unmarshal|build) quick|Error unmarshaling Quick/i;
const failing = /\bERR\b|\bFTL\b|^(?:error|failed)/i;

/**
 * A configuration of our own keeps the professional's (~/.cloudflared/config.yml) out of it: its
 * ingress rules would take the traffic instead of us.
 */
const configFile = 'cloudflared.yml';

type Dependencies = {
  /** The program's absolute path. */
  readonly file: string;
  /** Where its configuration is written. */
  readonly folder: string;
  /** The receiver's port of 127.0.0.1. */
  readonly port: number;
  readonly clock: Clock;
  /** Hears the process's number, so that one that outlives us can be found at the next start. */
  readonly onStart: (pid: number) => void;
};

/** The part of its command line by which a process is known as ours. */
export const markOf = (folder: string): string => join(folder, configFile);

/** Starts the program. */
export const startCloudflared = (dependencies: Dependencies, events: ProviderEvents): Provider => {
  const { file, folder, port, clock } = dependencies;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(markOf(folder), 'no-autoupdate: true\n');
  let address: string | null = null;
  let failure: TunnelFailure | null = null;
  let isUp = false;
  let isStopped = false;

  const hear = (line: string): void => {
    const message = line.replace(prefix, '');
    address ??= boxed.exec(message)?.[1] ?? null;
    if (refused.test(line)) failure = { why: 'quick_tunnel_refused', detail: shown(line) };
    else if (failing.test(line) && failure === null)
      failure = { why: 'program_ended', detail: shown(line) };
    if (isStopped || address === null) return;
    if (registered.test(message)) {
      isUp = true;
      failure = null;
      callOff();
      events.up(address.replace(/\/+$/, ''));
    } else if (isUp && lost.test(message)) {
      isUp = false;
      events.shaken({ why: 'edge_lost', detail: shown(line) });
    }
  };

  const program = startProgram(
    file,
    [
      ...['tunnel', '--config', markOf(folder), '--no-autoupdate'],
      ...['--url', `http://127.0.0.1:${port}`],
    ],
    { folder, clock, onLine: hear },
  );
  if (program.pid !== null) dependencies.onStart(program.pid);

  const callOff = clock.after(answerMs, () => {
    failure = { why: 'no_answer', detail: failure?.detail ?? '' };
    void program.stop();
  });
  void program.ended.then((how) => {
    callOff();
    if (isStopped) return;
    if (how === 'missing') events.ended({ why: 'program_missing', detail: '' });
    else if (how === 'unusable') events.ended({ why: 'program_unusable', detail: '' });
    else events.ended(failure ?? { why: 'program_ended', detail: '' });
  });

  return {
    stop: async () => {
      isStopped = true;
      callOff();
      await program.stop();
    },
  };
};
