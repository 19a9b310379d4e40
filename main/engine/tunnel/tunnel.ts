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
import type { Change } from '../../../contract/events.ts';
import { backoff } from '../../clock/backoff.ts';
import type { Clock } from '../../clock/clock.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { Log } from '../../log/log.ts';
import type { Random } from '../platform/random.ts';
import { recall, remember } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { createChecks } from './checks.ts';
import { markOf, startCloudflared } from './cloudflared.ts';
import { readHostKey } from './host-key.ts';
import { aliasOf, fingerprintOf, keepKey, type HostKey } from './known-hosts.ts';
import { startHub, type HubRoute } from './hub.ts';
import { killLeftover, noteProcess } from './leftover.ts';
import { findProgram } from './program.ts';
import { chosenSetup, keepSetup, mistakesOf, readHost, trimmed, untouched } from './setup.ts';
import { readAddress } from './address.ts';
import type { TestEvents } from './round-trip.ts';
import { startSSH } from './ssh.ts';
import { isPermanent, type TunnelFailure, type Provider, type ProviderEvents } from './provider.ts';

export type Tunnel = {
  /** Starts the configured provider; `port` is the receiver's on 127.0.0.1. */
  readonly start: (port: number) => Promise<void>;
  readonly report: () => Omit<TunnelReport, 'working'>;
  /** The public address, even while the tunnel is down; null if there is none. */
  readonly address: () => string | null;
  /** Whether deliveries go to the team's hub. */
  readonly isHub: () => boolean;
  /** Call when this computer has entered or left a team. */
  readonly teamChanged: () => void;
  readonly isUp: () => boolean;
  /** Time of a failed last test event, UTC milliseconds; null if it arrived or none was sent. */
  readonly failedAt: () => number | null;
  /** Stores a setup and starts it, or returns its mistakes. */
  readonly setUp: (setup: TunnelSetup) => Promise<readonly SetupMistake[]>;
  /** Sends a test event. Errors: `not_found` without an address. */
  readonly check: () => Promise<Answer<RoundTrip>>;
  readonly retry: () => void;
  /** Reads a host's key. Errors: `invalid_input` for an invalid host or port. */
  readonly readHostKey: (host: string, port: number) => Promise<Answer<ShownHostKey>>;
  /** Trusts the key that was just shown. Errors: `conflict` for another key. */
  readonly trustHost: (host: string, port: number, fingerprint: string) => Answer<unknown>;
  readonly wake: () => void;
  readonly stop: () => Promise<void>;
};

const addressName = 'tunnel.address';
const failureWait = backoff({ first: 1_000, most: 60_000, jitter: 0.1 });
/** After this time up, the back-off starts from the beginning. */
const healthyMs = 30_000;

export const createTunnel = (dependencies: {
  readonly store: Store;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly publish: (change: Change) => void;
  readonly testEvents: TestEvents;
  /** The hub of the team; null without a team. */
  readonly hub: () => HubRoute | null;
  /** Whether local addresses are allowed: a service on this computer is connected. */
  readonly allowsLoopback: () => boolean;
  /** The address changed: webhooks must be registered again. */
  readonly moved: () => void;
}): Tunnel => {
  const { store, folder, env, clock, random, log, publish, testEvents, moved, hub } = dependencies;
  let chosen = chosenSetup(store);
  /** In a team, its hub needs no setup. */
  const setupNow = (): TunnelSetup =>
    chosen ?? (hub() === null ? untouched : { ...untouched, kind: 'hub' });
  let address =
    chosen === null || chosen.kind === 'off' || chosen.kind === 'hub'
      ? null
      : recall(store, addressName, z.string());
  let state: TunnelState = { state: 'off' };
  let receiverPort: number | null = null;
  let provider: Provider | null = null;
  let attempt = 0;
  let failures = 0;
  let upSince = 0;
  let seen: { readonly alias: string; readonly key: HostKey } | null = null;
  /** Cancels the pending reading of a host's key. */
  let asking = new AbortController();
  let stopped = false;

  const notifyChange = (): void => publish({ kinds: ['connection'], leadIDs: [] });
  const become = (next: TunnelState): void => {
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
  const tryToKeep = (keep: () => void): void => {
    try {
      keep();
    } catch (thrown) {
      log.error({ err: thrown }, 'the state of the tunnel could not be kept');
    }
  };

  const move = (to: string | null): void => {
    if (to === address) return;
    address = to;
    // The hub's comes with the team.
    if (setupNow().kind !== 'hub') tryToKeep(() => remember(store, addressName, to));
    checks.forget();
    moved();
  };

  const over = (failure: TunnelFailure): void => {
    const wasHealthy = state.state === 'up' && clock.steady() - upSince >= healthyMs;
    provider = null;
    checks.pause();
    log.warn({ kind: setupNow().kind, why: failure.why }, 'the tunnel is down');
    if (isPermanent(failure)) {
      become({ state: 'failed', ...failure });
      return;
    }
    failures = wasHealthy ? 1 : failures + 1;
    const wait = failureWait(failures, random.fraction);
    schedule.in('begin', wait, beginAgain);
    become({ state: 'retrying', ...failure, nextAt: clock.now() + wait });
  };

  /** The events of the current provider; those of earlier ones are ignored. */
  const eventsOf = (mine: number): ProviderEvents => {
    const ifMine =
      <A extends unknown[]>(work: (...args: A) => void) =>
      (...args: A): void => {
        if (mine === attempt && !stopped) work(...args);
      };
    return {
      up: ifMine((to) => {
        log.info({ kind: setupNow().kind }, 'the tunnel stands');
        upSince = clock.steady();
        become({ state: 'up', address: to, since: clock.now() });
        move(to);
        checks.soon();
      }),
      shaken: ifMine((failure) => {
        checks.pause();
        become({ state: 'retrying', ...failure, nextAt: null });
      }),
      ended: ifMine(over),
    };
  };

  const startProvider = (port: number, events: ProviderEvents): Provider | null => {
    const common = { folder, port, clock };
    const { kind, address: entered, cloudflaredPath, ssh } = setupNow();
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
        if (file === null) {
          events.ended({ why: 'program_missing', detail: '' });
          return null;
        }
        const onStart = (pid: number): void => tryToKeep(() => noteProcess(store, pid));
        return startCloudflared({ ...common, file, onStart }, events);
      }
      case 'hub': {
        const route = hub();
        if (route !== null) return startHub(route, events);
        events.ended({ why: 'hub_missing', detail: '' });
        return null;
      }
      case 'ssh': {
        const file = findProgram('ssh', env);
        const read = readAddress(ssh.address, true);
        if (file === null || 'mistake' in read) {
          events.ended({ why: 'program_missing', detail: '' });
          return null;
        }
        return startSSH({ ...common, file, address: read.base }, ssh, events);
      }
    }
  };

  const begin = async (): Promise<void> => {
    attempt += 1;
    const mine = attempt;
    schedule.cancel('begin');
    checks.pause();
    const before = provider;
    provider = null;
    become({ state: setupNow().kind === 'off' ? 'off' : 'starting' });
    await before?.stop();
    if (mine !== attempt || stopped || receiverPort === null) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const events = eventsOf(mine);
    const started = startProvider(receiverPort, events);
    if (mine === attempt) provider = started;
  };

  /** Runs in the background; errors are retried like other failures. */
  const beginAgain = (): void =>
    void begin().catch((thrown: unknown) => {
      log.error({ err: thrown }, 'the tunnel could not be started');
      if (!stopped) over({ why: 'program_ended', detail: '' });
    });

  return {
    start: async (port) => {
      receiverPort = port;
      await killLeftover(store, markOf(folder));
      if (!stopped) beginAgain();
    },
    report: () => ({
      setup: setupNow(),
      state,
      address,
      cloudflaredFound: findProgram('cloudflared', env),
      hasHub: hub() !== null,
      ...checks.report(),
    }),
    address: () => address,
    isHub: () => setupNow().kind === 'hub',
    teamChanged: () => {
      if (chosen !== null && chosen.kind !== 'hub') return;
      failures = 0;
      move(hub()?.address ?? null);
      beginAgain();
    },
    isUp: () => state.state === 'up',
    failedAt: () => {
      const { roundTrip } = checks.report();
      return roundTrip?.outcome === 'failed' ? roundTrip.at : null;
    },
    setUp: async (wanted) => {
      const next = trimmed(wanted);
      const mistakes = mistakesOf(next, dependencies.allowsLoopback());
      if (mistakes.length > 0) return mistakes;
      const before = setupNow().kind;
      store.write(() => keepSetup(store, next));
      chosen = next;
      failures = 0;
      // Webhooks at the hub are the team's, so that an address of one is never taken for the other's.
      if (next.kind === 'hub') move(hub()?.address ?? null);
      else if (next.kind === 'off' || before === 'hub') move(null);
      beginAgain();
      return [];
    },
    check: async () =>
      address === null
        ? fail('not_found', 'There is no public address yet.')
        : succeed(await checks.now(address)),
    retry: () => {
      failures = 0;
      beginAgain();
    },
    readHostKey: async (host, port) => {
      const asked = readHost(host, port);
      if (asked === null) return fail('invalid_input', 'There can be no such host or port.');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const keyscan = findProgram('ssh-keyscan', env);
      asking.abort();
      asking = new AbortController();
      const { signal } = asking;
      const parts = { keyscan, folder, clock };
      const { shown, key } = await readHostKey(parts, asked.host, asked.port, signal);
      if (signal.aborted) return succeed(shown);
      seen = key === null ? null : { alias: aliasOf(asked.host, asked.port), key };
      return succeed(shown);
    },
    trustHost: (host, port, fingerprint) => {
      const asked = readHost(host, port);
      const isSame =
        asked !== null &&
        seen?.alias === aliasOf(asked.host, asked.port) &&
        fingerprintOf(seen.key) === fingerprint;
      if (seen === null || !isSame)
        return fail('conflict', 'The host has not just shown this key.');
      keepKey(folder, seen.alias, seen.key);
      return succeed({});
    },
    wake: () => {
      if (state.state === 'retrying') {
        failures = 0;
        beginAgain();
      } else if (state.state === 'up') checks.soon();
    },
    stop: async () => {
      stopped = true;
      asking.abort();
      schedule.stop();
      checks.stop();
      await provider?.stop();
    },
  };
};
