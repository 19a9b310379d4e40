/** Keeps the tunnel up, and proves by test events that deliveries arrive. */
import { mkdirSync } from 'node:fs';
import { z } from 'zod';
import type {
  RoundTrip,
  SetupMistake,
  TunnelReport,
  TunnelSetup,
  TunnelState,
} from '../../../contract/commands/tunnel.ts';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import { createBackoff } from '../../clock/backoff.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { EngineDependencies } from '../accounts/runtime.ts';
import { readSetting, storeSetting } from '../platform/settings.ts';
import { createChecks } from './checks.ts';
import { getConfigPath } from './cloudflared.ts';
import { createHostTrust } from './host-key.ts';
import type { HubRoute } from './hub.ts';
import { killLeftover, storeProcess } from './leftover.ts';
import { findProgram } from './program.ts';
import { initialSetup, listMistakes, readSetup, storeSetup, trimSetup } from './setup.ts';
import type { TestEvents } from './round-trip.ts';
import { startProvider } from './start-provider.ts';
import { isPermanent, type TunnelFailure, type Provider, type ProviderEvents } from './provider.ts';

export type Tunnel = ReturnType<typeof createTunnel>;

const addressName = 'tunnel.address';
const failureWait = createBackoff({ first: 1_000, max: 60_000, jitter: 0.1 });
/** After this time up, the back-off starts from the beginning. */
const healthyMs = 30_000;

export const createTunnel = (
  dependencies: EngineDependencies & {
    readonly folder: string;
    readonly env: NodeJS.ProcessEnv;
    readonly testEvents: TestEvents;
    /** Returns the hub of the team; null without a team. */
    readonly getHub: () => HubRoute | null;
    /** True if local addresses are allowed: a service on this computer is connected. */
    readonly allowsLoopback: () => boolean;
    /** Webhooks must be registered again. */
    readonly onAddressChange: () => void;
  },
) => {
  const { store, folder, env, clock, random, log, publish } = dependencies;
  const { testEvents, onAddressChange, getHub } = dependencies;
  const hostTrust = createHostTrust(dependencies);
  let chosen = readSetup(store);
  /** A team's hub is used unless the person has chosen. */
  const getSetup = (): TunnelSetup =>
    chosen ?? (getHub() === null ? initialSetup : { ...initialSetup, kind: 'hub' });
  let address =
    chosen === null || chosen.kind === 'off' || chosen.kind === 'hub'
      ? null
      : readSetting(store, addressName, z.string());
  let state: TunnelState = { state: 'off' };
  let receiverPort: number | null = null;
  let provider: Provider | null = null;
  /** Settles when all earlier providers have ended: two would compete for a port of the host. */
  let ending: Promise<unknown> = Promise.resolve();
  let attempt = 0;
  let failures = 0;
  let upSince = 0;
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
    getTestEvents: () =>
      (getSetup().kind === 'hub' ? getHub()?.testEvents : undefined) ?? testEvents,
    clock,
    schedule,
    getAddress: () => address,
    isUp: () => state.state === 'up',
    onChange: notifyChange,
    // The edge has no tunnel for this address: request another one.
    onDead: () => {
      if (getSetup().kind === 'cloudflared') beginAgain();
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
    if (getSetup().kind !== 'hub') tryToStore(() => storeSetting(store, addressName, to));
    checks.reset();
    onAddressChange();
  };

  const handleFailure = (failure: TunnelFailure): void => {
    const wasHealthy = state.state === 'up' && clock.steady() - upSince >= healthyMs;
    provider = null;
    checks.pause();
    log.warn({ kind: getSetup().kind, why: failure.why }, 'the tunnel is down');
    if (isPermanent(failure)) {
      setState({ state: 'failed', ...failure });
      return;
    }
    failures = wasHealthy ? 1 : failures + 1;
    const wait = failureWait(failures, random.fraction);
    schedule.in('begin', wait, beginAgain);
    setState({ state: 'retrying', ...failure, nextAt: clock.now() + wait });
  };

  /** Creates the handlers of a provider's events, which are ignored once another one has started. */
  const createEvents = (ownAttempt: number): ProviderEvents => {
    const ifOwn =
      <A extends unknown[]>(work: (...args: A) => void) =>
      (...args: A): void => {
        if (ownAttempt === attempt && !isStopped) work(...args);
      };
    return {
      onUp: ifOwn((to) => {
        log.info({ kind: getSetup().kind }, 'the tunnel is up');
        upSince = clock.steady();
        setState({ state: 'up', address: to, since: clock.now() });
        setAddress(to);
        checks.resume();
      }),
      onInterrupted: ifOwn((failure) => {
        checks.pause();
        setState({ state: 'retrying', ...failure, nextAt: null });
      }),
      onEnded: ifOwn(handleFailure),
    };
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
    setState({ state: getSetup().kind === 'off' ? 'off' : 'starting' });
    await endProvider();
    if (ownAttempt !== attempt || isStopped || receiverPort === null) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const events = createEvents(ownAttempt);
    const started = startProvider(
      {
        ...{ setup: getSetup(), hub: getHub(), port: receiverPort, folder, env, clock },
        onStart: (pid) => tryToStore(() => storeProcess(store, pid)),
      },
      events,
    );
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
      await killLeftover(store, getConfigPath(folder));
      if (!isStopped) beginAgain();
    },
    report: (): Omit<TunnelReport, 'isWorking'> => ({
      setup: getSetup(),
      state,
      address,
      cloudflaredFound: findProgram('cloudflared', env),
      hasHub: getHub() !== null,
      ...checks.report(),
    }),
    /** Returns the public address, even while the tunnel is down; null if there is none. */
    getAddress: () => address,
    /** True if deliveries go to the team's hub. */
    isHub: () => getSetup().kind === 'hub',
    /** This computer has entered or left a team. */
    handleTeamChange: (): void => {
      if (chosen !== null && chosen.kind !== 'hub') return;
      failures = 0;
      setAddress(getHub()?.address ?? null);
      beginAgain();
    },
    isUp: () => state.state === 'up',
    /** Returns the time of a failed last test event, UTC milliseconds; null if it arrived or none was sent. */
    getFailedAt: (): number | null => {
      const { roundTrip } = checks.report();
      return roundTrip?.outcome === 'failed' ? roundTrip.at : null;
    },
    /** Stores a setup and starts it, or returns its mistakes. */
    setUp: async (wanted: TunnelSetup): Promise<readonly SetupMistake[]> => {
      const next = trimSetup(wanted);
      const mistakes = listMistakes(next, dependencies.allowsLoopback());
      if (mistakes.length > 0) return mistakes;
      const before = getSetup().kind;
      store.write(() => storeSetup(store, next));
      chosen = next;
      failures = 0;
      // Webhooks at the hub are the team's, so its address and the person's must never be confused.
      if (next.kind === 'hub') setAddress(getHub()?.address ?? null);
      else if (next.kind === 'off' || before === 'hub') setAddress(null);
      beginAgain();
      return [];
    },
    /** Sends a test event. Errors: `not_found` without an address. */
    check: async (): Promise<Answer<RoundTrip>> =>
      address === null
        ? fail('not_found', 'There is no public address yet.')
        : succeed(await checks.run(address)),
    retry: (): void => {
      failures = 0;
      beginAgain();
    },
    readHostKey: hostTrust.readHostKey,
    trustHost: hostTrust.trustHost,
    wake: (): void => {
      if (state.state === 'retrying') {
        failures = 0;
        beginAgain();
      } else if (state.state === 'up') checks.resume();
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      hostTrust.cancel();
      schedule.stop();
      checks.stop();
      await endProvider();
    },
  };
};
