/** Keeps the tunnel up, and proves by test events that deliveries arrive. */
import { mkdirSync } from 'node:fs';
import { z } from 'zod';
import type {
  ShownHostKey,
  RoundTrip,
  SetupMistake,
  TunnelReport,
  TunnelSetup,
  TunnelState,
} from '../../../contract/commands/tunnel.ts';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import { backoff } from '../../clock/backoff.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { EngineDependencies } from '../accounts/runtime.ts';
import { recall, remember } from '../platform/settings.ts';
import { createChecks } from './checks.ts';
import { markOf, startCloudflared } from './cloudflared.ts';
import { readHostKey } from './host-key.ts';
import { aliasOf, fingerprintOf, keepKey, type HostKey } from './known-hosts.ts';
import { startHub, type HubRoute } from './hub.ts';
import { killLeftover, noteProcess } from './leftover.ts';
import { findProgram } from './program.ts';
import { chosenSetup, keepSetup, mistakesOf, readHost, trimSetup, initialSetup } from './setup.ts';
import { readAddress } from './address.ts';
import type { TestEvents } from './round-trip.ts';
import { startSSH } from './ssh.ts';
import { isPermanent, type TunnelFailure, type Provider, type ProviderEvents } from './provider.ts';

export type Tunnel = ReturnType<typeof createTunnel>;

const addressName = 'tunnel.address';
const failureWait = backoff({ first: 1_000, most: 60_000, jitter: 0.1 });
/** After this time up, the back-off starts from the beginning. */
const healthyMs = 30_000;

export const createTunnel = (
  dependencies: EngineDependencies & {
    readonly folder: string;
    readonly env: NodeJS.ProcessEnv;
    readonly testEvents: TestEvents;
    /** The hub of the team; null without a team. */
    readonly hub: () => HubRoute | null;
    /** Whether local addresses are allowed: a service on this computer is connected. */
    readonly allowsLoopback: () => boolean;
    /** The address changed: webhooks must be registered again. */
    readonly moved: () => void;
  },
) => {
  const { store, folder, env, clock, random, log, publish, testEvents, moved, hub } = dependencies;
  let chosen = chosenSetup(store);
  /** A team's hub is used unless the person has chosen. */
  const setupNow = (): TunnelSetup =>
    chosen ?? (hub() === null ? initialSetup : { ...initialSetup, kind: 'hub' });
  let address =
    chosen === null || chosen.kind === 'off' || chosen.kind === 'hub'
      ? null
      : recall(store, addressName, z.string());
  let state: TunnelState = { state: 'off' };
  let receiverPort: number | null = null;
  let provider: Provider | null = null;
  /** Settles when all earlier providers have ended: two would compete for a port of the host. */
  let ending: Promise<unknown> = Promise.resolve();
  let attempt = 0;
  let failures = 0;
  let upSince = 0;
  let lastShown: { readonly alias: string; readonly key: HostKey } | null = null;
  /** Cancels the pending reading of a host's key. */
  let pendingRead = new AbortController();
  let isStopped = false;

  const notifyChange = (): void => publish({ kinds: ['connection'], leadIDs: [] });
  const setState = (next: TunnelState): void => {
    state = next;
    notifyChange();
  };
  const schedule = createSchedule(clock, (thrown, job) =>
    log.error({ err: thrown, job }, 'work on the tunnel was interrupted'),
  );
  const checks = createChecks({
    testEvents: () => (setupNow().kind === 'hub' ? hub()?.testEvents : undefined) ?? testEvents,
    clock,
    schedule,
    address: () => address,
    isUp: () => state.state === 'up',
    changed: notifyChange,
    // The edge has no tunnel for this address: request another one.
    dead: () => {
      if (setupNow().kind === 'cloudflared') beginAgain();
    },
  });

  /** Stores state for the next start; failures are logged only. */
  const tryToStore = (write: () => void): void => {
    try {
      write();
    } catch (thrown) {
      log.error({ err: thrown }, 'the state of the tunnel could not be stored');
    }
  };

  const setAddress = (to: string | null): void => {
    if (to === address) return;
    address = to;
    // The team provides the hub's address.
    if (setupNow().kind !== 'hub') tryToStore(() => remember(store, addressName, to));
    checks.forget();
    moved();
  };

  const handleFailure = (failure: TunnelFailure): void => {
    const wasHealthy = state.state === 'up' && clock.steady() - upSince >= healthyMs;
    provider = null;
    checks.pause();
    log.warn({ kind: setupNow().kind, why: failure.why }, 'the tunnel is down');
    if (isPermanent(failure)) {
      setState({ state: 'failed', ...failure });
      return;
    }
    failures = wasHealthy ? 1 : failures + 1;
    const wait = failureWait(failures, random.fraction);
    schedule.in('begin', wait, beginAgain);
    setState({ state: 'retrying', ...failure, nextAt: clock.now() + wait });
  };

  /** The events of the current provider; those of earlier ones are ignored. */
  const eventsOf = (ownAttempt: number): ProviderEvents => {
    const ifOwn =
      <A extends unknown[]>(work: (...args: A) => void) =>
      (...args: A): void => {
        if (ownAttempt === attempt && !isStopped) work(...args);
      };
    return {
      up: ifOwn((to) => {
        log.info({ kind: setupNow().kind }, 'the tunnel is up');
        upSince = clock.steady();
        setState({ state: 'up', address: to, since: clock.now() });
        setAddress(to);
        checks.resume();
      }),
      interrupted: ifOwn((failure) => {
        checks.pause();
        setState({ state: 'retrying', ...failure, nextAt: null });
      }),
      ended: ifOwn(handleFailure),
    };
  };

  const startProvider = (port: number, events: ProviderEvents): Provider | null => {
    const common = { folder, port, clock };
    const { kind, address: entered, cloudflaredPath, ssh } = setupNow();
    const endWith = (why: TunnelFailure['why']): null => {
      events.ended({ why, detail: '' });
      return null;
    };
    switch (kind) {
      case 'off':
        return null;
      case 'address': {
        const read = readAddress(entered, true);
        if ('base' in read) events.up(read.base);
        return { stop: async () => undefined };
      }
      case 'cloudflared': {
        const file = cloudflaredPath === '' ? findProgram('cloudflared', env) : cloudflaredPath;
        if (file === null) return endWith('program_missing');
        const onStart = (pid: number): void => tryToStore(() => noteProcess(store, pid));
        return startCloudflared({ ...common, file, onStart }, events);
      }
      case 'hub': {
        const route = hub();
        return route === null ? endWith('hub_missing') : startHub(route, events);
      }
      case 'ssh': {
        const file = findProgram('ssh', env);
        const read = readAddress(ssh.address, true);
        if (file === null || 'mistake' in read) return endWith('program_missing');
        return startSSH({ ...common, file, address: read.base }, ssh, events);
      }
    }
  };

  const endProvider = (): Promise<unknown> => {
    ending = Promise.allSettled([ending, provider?.stop()]).then(() => undefined);
    provider = null;
    return ending;
  };

  const begin = async (): Promise<void> => {
    attempt += 1;
    const ownAttempt = attempt;
    schedule.cancel('begin');
    checks.pause();
    setState({ state: setupNow().kind === 'off' ? 'off' : 'starting' });
    await endProvider();
    if (ownAttempt !== attempt || isStopped || receiverPort === null) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const events = eventsOf(ownAttempt);
    const started = startProvider(receiverPort, events);
    if (ownAttempt === attempt) provider = started;
  };

  /** Runs in the background; errors are retried like other failures. */
  const beginAgain = (): void =>
    void begin().catch((thrown: unknown) => {
      log.error({ err: thrown }, 'the tunnel could not be started');
      if (!isStopped) handleFailure({ why: 'program_ended', detail: '' });
    });

  return {
    /** Starts the configured provider; `port` is the receiver's on 127.0.0.1. */
    start: async (port: number): Promise<void> => {
      receiverPort = port;
      await killLeftover(store, markOf(folder));
      if (!isStopped) beginAgain();
    },
    report: (): Omit<TunnelReport, 'working'> => ({
      setup: setupNow(),
      state,
      address,
      cloudflaredFound: findProgram('cloudflared', env),
      hasHub: hub() !== null,
      ...checks.report(),
    }),
    /** The public address, even while the tunnel is down; null if there is none. */
    address: () => address,
    /** Whether deliveries go to the team's hub. */
    isHub: () => setupNow().kind === 'hub',
    /** Call when this computer has entered or left a team. */
    teamChanged: (): void => {
      if (chosen !== null && chosen.kind !== 'hub') return;
      failures = 0;
      setAddress(hub()?.address ?? null);
      beginAgain();
    },
    isUp: () => state.state === 'up',
    /** Time of a failed last test event, UTC milliseconds; null if it arrived or none was sent. */
    failedAt: (): number | null => {
      const { roundTrip } = checks.report();
      return roundTrip?.outcome === 'failed' ? roundTrip.at : null;
    },
    /** Stores a setup and starts it, or returns its mistakes. */
    setUp: async (wanted: TunnelSetup): Promise<readonly SetupMistake[]> => {
      const next = trimSetup(wanted);
      const mistakes = mistakesOf(next, dependencies.allowsLoopback());
      if (mistakes.length > 0) return mistakes;
      const before = setupNow().kind;
      store.write(() => keepSetup(store, next));
      chosen = next;
      failures = 0;
      // Webhooks at the hub are the team's, so its address and the person's must never be confused.
      if (next.kind === 'hub') setAddress(hub()?.address ?? null);
      else if (next.kind === 'off' || before === 'hub') setAddress(null);
      beginAgain();
      return [];
    },
    /** Sends a test event. Errors: `not_found` without an address. */
    check: async (): Promise<Answer<RoundTrip>> =>
      address === null
        ? fail('not_found', 'There is no public address yet.')
        : succeed(await checks.now(address)),
    retry: (): void => {
      failures = 0;
      beginAgain();
    },
    /** Reads a host's key. Errors: `invalid_input` for an invalid host or port. */
    readHostKey: async (host: string, port: number): Promise<Answer<ShownHostKey>> => {
      const target = readHost(host, port);
      if (target === null) return fail('invalid_input', 'There can be no such host or port.');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const keyscan = findProgram('ssh-keyscan', env);
      pendingRead.abort();
      pendingRead = new AbortController();
      const { signal } = pendingRead;
      const { shown, key } = await readHostKey({ keyscan, folder, clock }, target, signal);
      if (signal.aborted) return succeed(shown);
      lastShown = key === null ? null : { alias: aliasOf(target.host, target.port), key };
      return succeed(shown);
    },
    /** Trusts the key that was just shown. Errors: `conflict` for another key. */
    trustHost: (host: string, port: number, fingerprint: string) => {
      const target = readHost(host, port);
      const isSame =
        target !== null &&
        lastShown?.alias === aliasOf(target.host, target.port) &&
        fingerprintOf(lastShown.key) === fingerprint;
      if (lastShown === null || !isSame)
        return fail('conflict', 'The host has not just shown this key.');
      keepKey(folder, lastShown.alias, lastShown.key);
      return succeed({});
    },
    wake: (): void => {
      if (state.state === 'retrying') {
        failures = 0;
        beginAgain();
      } else if (state.state === 'up') checks.resume();
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      pendingRead.abort();
      schedule.stop();
      checks.stop();
      await endProvider();
    },
  };
};
