/**
 * `ssh -R` to the professional's own host with the system's ssh: started without a shell, asking
 * nothing (BatchMode), trusting only a host key that the professional has confirmed, and reading no
 * configuration but what is here. Its words (-v) are read for what became of the forwarding.
 */
import { existsSync } from 'node:fs';
import type { TunnelSetup } from '../../../contract/commands/tunnel.ts';
import type { Clock } from '../../clock/clock.ts';
import { aliasOf, knownHostsFile } from './known-hosts.ts';
import { openRelay } from './relay.ts';
import { startProgram, type Ending } from './program.ts';
import { shown, type TunnelFailure, type Provider, type ProviderEvents } from './provider.ts';

const answerMs = 45_000;

const forwarding = /remote forward success for/;

/** The host knows the key; if it is refused all the same, its secret half could not be read. */
const accepted = /Server accepts key/;

/** What ssh says of a failure, the most telling first (ssh.c, sshconnect.c, clientloop.c). */
const failurePatterns: readonly (readonly [RegExp, TunnelFailure['why']])[] = [
  [/REMOTE HOST IDENTIFICATION HAS CHANGED|Host key for .+ has changed/, 'host_changed'],
  [/No .+ host key is known for|Host key verification failed/, 'host_unknown'],
  [/UNPROTECTED PRIVATE KEY FILE|bad permissions|Load key .+: (?!No such file)/, 'key_unusable'],
  [/Permission denied \(|Too many authentication failures/, 'auth_refused'],
  [/remote port forwarding failed|Warning: remote forward failure/i, 'forward_refused'],
  [/Timeout, server .+ not responding/, 'connection_lost'],
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

/** ssh's command line; what it connects to is the relay on 127.0.0.1 that leads to the host. */
export const argumentsFor = (
  { host, port, user, keyFile, bindAddress, remotePort }: TunnelSetup['ssh'],
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
    `HostKeyAlias=${aliasOf(host, port)}`,
    `UserKnownHostsFile=${knownHostsFile}`,
    `GlobalKnownHostsFile=${knownHostsFile}`,
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
    if (setup.keyFile !== '' && !existsSync(setup.keyFile)) {
      return { why: 'key_missing', detail: '' };
    }
    const relay = await openRelay(setup.host, setup.port);
    if (isStopped) {
      relay.close();
      return { why: 'connection_lost', detail: '' };
    }
    const said = new Map<TunnelFailure['why'], string>();
    let wasUp = false;
    let isLate = false;
    let isKeyKnown = false;
    const hear = (text: string): void => {
      if (forwarding.test(text) && !isStopped) {
        wasUp = true;
        callOff();
        events.up(address);
      }
      isKeyKnown ||= accepted.test(text);
      const [, why] = failurePatterns.find(([words]) => words.test(text)) ?? [];
      if (why !== undefined && !said.has(why)) said.set(why, shown(text));
    };
    const program = startProgram(file, argumentsFor(setup, relay.port, port), {
      folder,
      clock,
      onLine: hear,
    });
    stopNow = program.stop;
    const callOff = clock.after(answerMs, () => {
      isLate = true;
      void program.stop();
    });
    const how = await program.ended;
    callOff();
    relay.close();
    if (isKeyKnown && said.has('auth_refused')) said.set('key_unusable', '');
    return failureOf(how, relay.failure(), said, wasUp, isLate);
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
  said: ReadonlyMap<TunnelFailure['why'], string>,
  wasUp: boolean,
  isLate: boolean,
): TunnelFailure => {
  if (how === 'missing') return { why: 'program_missing', detail: '' };
  if (how === 'unusable') return { why: 'program_unusable', detail: '' };
  if (relayed !== null) return { why: relayed, detail: '' };
  const [why] = failurePatterns.map(([, each]) => each).filter((each) => said.has(each));
  // An unusable key is one thing that ssh mentions on its way to another that works.
  if (why !== undefined && !(wasUp && why === 'key_unusable')) {
    return { why, detail: said.get(why) ?? '' };
  }
  if (isLate) return { why: 'no_answer', detail: '' };
  return { why: 'connection_lost', detail: '' };
};
