/**
 * `ssh -R` to the professional's own host with the system's ssh: started without a shell, asking
 * nothing (BatchMode), trusting only a host key that the professional has confirmed, and reading no
 * configuration but what is here. Its log (-v) tells what became of the forwarding.
 *
 * ssh repeats in that log what a stranger sends before the host's key is verified, line breaks
 * included. Until then only lines count that name the host by a random name, which never leaves this
 * computer; afterwards all that arrives is from the confirmed host.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { TunnelSetup } from '../../../contract/commands/tunnel.ts';
import type { Clock } from '../../clock/clock.ts';
import { aliasOf, runFile, writeRunFile } from './known-hosts.ts';
import { openRelay } from './relay.ts';
import { startProgram, type Ending } from './program.ts';
import { hasVariable } from './setup.ts';
import { shown, type TunnelFailure, type Provider, type ProviderEvents } from './provider.ts';

const answerMs = 45_000;

const forwarding = /^debug1: remote forward success for: listen /;

/** The host knows the key; if it is refused all the same, its secret half could not be read. */
const accepted = /^debug1: Server accepts key: /;

type Pattern = readonly [RegExp, TunnelFailure['why']];

/** Lines about the host's key, which name the host (sshconnect.c). */
const hostPatterns = (name: string): readonly Pattern[] => [
  [new RegExp(`^Host key for ${name} has changed `), 'host_changed'],
  [new RegExp(`^No \\S+ host key is known for ${name} `), 'host_unknown'],
];

/** Lines that count once the host's key is verified, the most telling first (ssh.c, clientloop.c). */
const failurePatterns: readonly Pattern[] = [
  [/^@ +WARNING: UNPROTECTED PRIVATE KEY FILE!|^Load key (?!.*: No such file)/, 'key_unusable'],
  [
    /^(?:\S+: )?Permission denied \(|^Received disconnect from \S+ port \d+:\d+: Too many authentication failures/,
    'auth_refused',
  ],
  [
    /^(?:Error|Warning): remote port forwarding failed|^debug1: remote forward failure for: /,
    'forward_refused',
  ],
  [/^Timeout, server \S+ not responding/, 'connection_lost'],
];

/** The order in which failures are reported: the most telling first. */
const telling: readonly TunnelFailure['why'][] = [
  ...hostPatterns('').map(([, why]) => why),
  ...failurePatterns.map(([, why]) => why),
];

type Dependencies = {
  /** Absolute path of ssh. */
  readonly file: string;
  /** Where the confirmed host keys are. */
  readonly folder: string;
  /** The receiver's port of 127.0.0.1. */
  readonly port: number;
  /** The public address that leads to the remote port. */
  readonly address: string;
  readonly clock: Clock;
};

/** An address that ssh takes between colons. */
const bracketed = (address: string): string => (address.includes(':') ? `[${address}]` : address);

/**
 * ssh's command line; what it connects to is the relay on 127.0.0.1 that leads to the host.
 * @param name of the host in the log and in the file of keys
 */
export const argumentsFor = (
  { user, keyFile, bindAddress, remotePort }: TunnelSetup['ssh'],
  name: string,
  linePort: number,
  receiverPort: number,
): readonly string[] => {
  const options = [
    'BatchMode=yes',
    'ExitOnForwardFailure=yes',
    'ServerAliveInterval=15',
    'ServerAliveCountMax=3',
    'ConnectTimeout=20',
    'StrictHostKeyChecking=yes',
    `HostKeyAlias=${name}`,
    `UserKnownHostsFile=${runFile}`,
    `GlobalKnownHostsFile=${runFile}`,
    'UpdateHostKeys=no',
    'CheckHostIP=no',
    'ControlMaster=no',
    'ControlPath=none',
    ...(keyFile === '' ? [] : ['IdentitiesOnly=yes']),
  ];
  return [
    ...['-v', '-N', '-T', '-a', '-x', '-F', 'none'],
    ...options.flatMap((option) => ['-o', option]),
    // ssh reads % in a key's path as the beginning of a token.
    ...(keyFile === '' ? [] : ['-i', keyFile.replaceAll('%', '%%')]),
    ...['-R', `${bracketed(bindAddress)}:${remotePort}:127.0.0.1:${receiverPort}`],
    ...['-p', String(linePort), '-l', user, '127.0.0.1'],
  ];
};

/** Starts ssh. */
export const startSSH = (
  dependencies: Dependencies,
  setup: TunnelSetup['ssh'],
  events: ProviderEvents,
): Provider => {
  const { file, folder, port, address, clock } = dependencies;
  let isStopped = false;
  let stopNow = async (): Promise<void> => undefined;

  const run = async (): Promise<TunnelFailure> => {
    if (setup.keyFile !== '' && (hasVariable(setup.keyFile) || !existsSync(setup.keyFile))) {
      return { why: 'key_missing', detail: '' };
    }
    const relay = await openRelay(setup.host, setup.port);
    if (isStopped) {
      relay.close();
      return { why: 'connection_lost', detail: '' };
    }
    const name = `hearthline-${randomBytes(16).toString('hex')}`;
    writeRunFile(folder, aliasOf(setup.host, setup.port), name);
    const verified = `debug1: Host '${name}' is known and matches the `;
    const reported = new Map<TunnelFailure['why'], string>();
    let wasUp = false;
    let isLate = false;
    let isHostVerified = false;
    let isKeyAccepted = false;
    const read = (text: string): void => {
      isHostVerified ||= text.startsWith(verified);
      const patterns = isHostVerified ? failurePatterns : [];
      const [, why] =
        [...hostPatterns(name), ...patterns].find(([pattern]) => pattern.test(text)) ?? [];
      if (why !== undefined && !reported.has(why)) reported.set(why, shown(text));
      if (!isHostVerified) return;
      isKeyAccepted ||= accepted.test(text);
      if (!forwarding.test(text) || isStopped) return;
      wasUp = true;
      callOff();
      events.up(address);
    };
    const program = startProgram(file, argumentsFor(setup, name, relay.port, port), {
      folder,
      clock,
      onLine: read,
    });
    stopNow = program.stop;
    const callOff = clock.after(answerMs, () => {
      isLate = true;
      void program.stop();
    });
    const how = await program.ended;
    callOff();
    relay.close();
    if (isKeyAccepted && reported.has('auth_refused')) reported.set('key_unusable', '');
    return failureOf(how, relay.failure(), reported, wasUp, isLate);
  };

  const running = run()
    // This computer has no port or process to spare now.
    .catch((): TunnelFailure => ({ why: 'connection_lost', detail: '' }))
    .then((failure) => {
      if (!isStopped) events.ended(failure);
    });

  return {
    stop: async () => {
      isStopped = true;
      await stopNow();
      await running;
    },
  };
};

const failureOf = (
  how: Ending,
  relayed: TunnelFailure['why'] | null,
  reported: ReadonlyMap<TunnelFailure['why'], string>,
  wasUp: boolean,
  isLate: boolean,
): TunnelFailure => {
  if (how === 'missing') return { why: 'program_missing', detail: '' };
  if (how === 'unusable') return { why: 'program_unusable', detail: '' };
  if (relayed !== null) return { why: relayed, detail: '' };
  const why = telling.find((each) => reported.has(each));
  // An unusable key is one thing that ssh mentions on its way to another that works.
  if (why !== undefined && !(wasUp && why === 'key_unusable')) {
    return { why, detail: reported.get(why) ?? '' };
  }
  if (isLate) return { why: 'no_answer', detail: '' };
  return { why: 'connection_lost', detail: '' };
};
