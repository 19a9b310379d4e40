/**
 * Runs the professional's `cloudflared` as a quick tunnel: no account, and a new address at each
 * start. Parses its log (cmd/cloudflared/tunnel/quick_tunnel.go, connection/observer.go): the address
 * in a box of ASCII lines, then `Registered tunnel connection` once it works.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../clock/clock.ts';
import { startProgram } from './program.ts';
import { cleanLine, type TunnelFailure, type Provider, type ProviderEvents } from './provider.ts';

const answerMs = 60_000;

/** The prefix of a message. A message may repeat a stranger's request. */
const prefix = /^(?:\S+ )?(?:DBG|INF|WRN|ERR|FTL) /;
const boxed = /^\|\s+(https:\/\/[^\s|]+)\s+\|\s*$/;
const registered = /^Registered tunnel connection|^Connection [0-9a-f-]{36} registered/;
const lost =
  /^(?:Unregistered tunnel connection|Lost connection with the edge|Retrying connection in)/;
const refused = /failed to (?:request|read|parse|unmarshal|build) quick|Error unmarshaling Quick/i;
const failing = /\bERR\b|\bFTL\b|^(?:error|failed)/i;

/** Replaces the professional's config.yml, which could route the traffic elsewhere. */
const configFile = 'cloudflared.yml';

type Dependencies = {
  readonly file: string;
  readonly folder: string;
  readonly port: number;
  readonly clock: Clock;
  /** Receives the process id, so that the next start can find a leftover process. */
  readonly onStart: (pid: number) => void;
};

/** Path of our configuration, which also identifies our process by its command line. */
export const getConfigPath = (folder: string): string => join(folder, configFile);

export const startCloudflared = (dependencies: Dependencies, events: ProviderEvents): Provider => {
  const { file, folder, port, clock } = dependencies;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const config = getConfigPath(folder);
  writeFileSync(config, 'no-autoupdate: true\n');
  let address: string | null = null;
  let failure: TunnelFailure | null = null;
  let isUp = false;
  let isStopped = false;

  const readLine = (line: string): void => {
    const message = line.replace(prefix, '');
    address ??= boxed.exec(message)?.[1] ?? null;
    if (refused.test(line)) failure = { why: 'quick_tunnel_refused', detail: cleanLine(line) };
    else if (failing.test(line) && failure === null)
      failure = { why: 'program_ended', detail: cleanLine(line) };
    if (isStopped || address === null) return;
    if (registered.test(message)) {
      isUp = true;
      failure = null;
      cancelTimeout();
      events.onUp(address.replace(/\/+$/, ''));
    } else if (isUp && lost.test(message)) {
      isUp = false;
      events.onInterrupted({ why: 'edge_lost', detail: cleanLine(line) });
    }
  };

  const program = startProgram(
    file,
    [
      ...['tunnel', '--config', config, '--no-autoupdate'],
      ...['--url', `http://127.0.0.1:${port}`],
    ],
    { folder, clock, onLine: readLine },
  );
  if (program.pid !== null) dependencies.onStart(program.pid);

  const cancelTimeout = clock.after(answerMs, () => {
    failure = { why: 'no_answer', detail: failure?.detail ?? '' };
    void program.stop();
  });
  void program.ended.then((how) => {
    cancelTimeout();
    if (isStopped) return;
    if (how === 'ended') events.onEnded(failure ?? { why: 'program_ended', detail: '' });
    else events.onEnded({ why: how, detail: '' });
  });

  return {
    stop: async () => {
      isStopped = true;
      cancelTimeout();
      await program.stop();
    },
  };
};
