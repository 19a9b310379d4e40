/**
 * Runs the system's `ssh -R` to the professional's host: without a shell, prompts (BatchMode) or configuration files,
 * and only with a confirmed host key. Its log (-v) reports the forwarding, but can repeat a stranger's text before the
 * key is verified: until then only lines with the host's alias count, which is random and never leaves this computer.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { TunnelSetup } from '../../../contract/commands/tunnel.ts';
import type { Clock } from '../../clock/clock.ts';
import { toAlias, runFile, writeRunFile } from './known-hosts.ts';
import { openTCPForwarder } from './tcp-forwarder.ts';
import { startProgram, type Ending } from './program.ts';
import { hasVariable } from './setup.ts';
import { cleanLine, type TunnelFailure, type Provider, type ProviderEvents } from './provider.ts';

const answerMs = 45_000;

const forwarding = /^debug1: remote forward success for: listen /;

/** The host accepts the key; a later refusal means that its private half could not be read. */
const accepted = /^debug1: Server accepts key: /;

type Pattern = readonly [RegExp, TunnelFailure['why']];

/** Lines about the host's key (sshconnect.c). */
const buildHostPatterns = (name: string): readonly Pattern[] => [
  [new RegExp(`^Host key for ${name} has changed `), 'host_changed'],
  [new RegExp(`^No \\S+ host key is known for ${name} `), 'host_unknown'],
];

/** Lines of the verified host, the most specific first (ssh.c, clientloop.c). */
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

const reportOrder: readonly TunnelFailure['why'][] = [
  ...buildHostPatterns('').map(([, why]) => why),
  ...failurePatterns.map(([, why]) => why),
];

type Dependencies = {
  readonly file: string;
  readonly folder: string;
  readonly port: number;
  /** The public address of the remote port. */
  readonly address: string;
  readonly clock: Clock;
};

const addBrackets = (address: string): string => (address.includes(':') ? `[${address}]` : address);

/** Builds ssh's command line to the forwarder; `name` is the host's alias in the log and the run's file of keys. */
export const buildArguments = (
  { user, keyFile, bindAddress, remotePort }: TunnelSetup['ssh'],
  name: string,
  forwarderPort: number,
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
    // ssh expands % in a key's path.
    ...(keyFile === '' ? [] : ['-i', keyFile.replaceAll('%', '%%')]),
    ...['-R', `${addBrackets(bindAddress)}:${remotePort}:127.0.0.1:${receiverPort}`],
    ...['-p', String(forwarderPort), '-l', user, '127.0.0.1'],
  ];
};

export const startSSH = (
  dependencies: Dependencies,
  setup: TunnelSetup['ssh'],
  events: ProviderEvents,
): Provider => {
  const { file, folder, port, address, clock } = dependencies;
  let isStopped = false;
  let stopProgram = async (): Promise<void> => undefined;

  const run = async (): Promise<TunnelFailure> => {
    if (setup.keyFile !== '' && (hasVariable(setup.keyFile) || !existsSync(setup.keyFile)))
      return { why: 'key_missing', detail: '' };
    const forwarder = await openTCPForwarder(setup.host, setup.port);
    if (isStopped) {
      forwarder.close();
      return { why: 'connection_lost', detail: '' };
    }
    const name = `hearthline-${randomBytes(16).toString('hex')}`;
    writeRunFile(folder, toAlias(setup.host, setup.port), name);
    const verified = `debug1: Host '${name}' is known and matches the `;
    const reported = new Map<TunnelFailure['why'], string>();
    let wasUp = false;
    let hasTimedOut = false;
    let isHostVerified = false;
    let isKeyAccepted = false;
    const readLine = (text: string): void => {
      isHostVerified ||= text.startsWith(verified);
      const patterns = isHostVerified ? failurePatterns : [];
      const [, why] =
        [...buildHostPatterns(name), ...patterns].find(([pattern]) => pattern.test(text)) ?? [];
      if (why !== undefined && !reported.has(why)) reported.set(why, cleanLine(text));
      if (!isHostVerified) return;
      isKeyAccepted ||= accepted.test(text);
      if (!forwarding.test(text) || isStopped) return;
      wasUp = true;
      cancelTimeout();
      events.onUp(address);
    };
    const program = startProgram(file, buildArguments(setup, name, forwarder.port, port), {
      folder,
      clock,
      onLine: readLine,
    });
    stopProgram = program.stop;
    const cancelTimeout = clock.after(answerMs, () => {
      hasTimedOut = true;
      void program.stop();
    });
    const ending = await program.ended;
    cancelTimeout();
    forwarder.close();
    if (isKeyAccepted && reported.has('auth_refused')) reported.set('key_unusable', '');
    return chooseFailure(ending, forwarder.getFailure(), reported, wasUp, hasTimedOut);
  };

  const running = run()
    // This computer has no free port or process.
    .catch((): TunnelFailure => ({ why: 'connection_lost', detail: '' }))
    .then((failure) => {
      if (!isStopped) events.onEnded(failure);
    });

  return {
    stop: async () => {
      isStopped = true;
      await stopProgram();
      await running;
    },
  };
};

const chooseFailure = (
  ending: Ending,
  forwarderFailure: TunnelFailure['why'] | null,
  reported: ReadonlyMap<TunnelFailure['why'], string>,
  wasUp: boolean,
  hasTimedOut: boolean,
): TunnelFailure => {
  if (ending !== 'ended') return { why: ending, detail: '' };
  if (forwarderFailure !== null) return { why: forwarderFailure, detail: '' };
  const why = reportOrder.find((each) => reported.has(each));
  // ssh may mention an unusable key before it uses another.
  if (why !== undefined && !(wasUp && why === 'key_unusable'))
    return { why, detail: reported.get(why) ?? '' };
  return { why: hasTimedOut ? 'no_answer' : 'connection_lost', detail: '' };
};
