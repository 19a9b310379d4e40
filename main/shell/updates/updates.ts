/** Decides when to check, download and install: only signed, newer, complete releases, one check at a time. */
import type { UpdatesOff, UpdateState } from '../../../contract/commands/updates.ts';
import type { CommandOutput } from '../../../contract/commands.ts';
import {
  fail,
  succeed,
  type Answer,
  type ErrorCode,
  type Failure,
} from '../../../contract/errors.ts';
import { compareVersions, isPrerelease } from '../../../contract/versions.ts';
import { createBackoff, spread } from '../../clock/backoff.ts';
import type { Clock } from '../../clock/clock.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { Log } from '../../log/log.ts';
import { buildUpdateFailure } from './failure.ts';
import type { UpdateStore } from './store.ts';
import { verifyRelease, type Release, type Source } from './release.ts';

/** Fetches and installs releases. Every call may be answered late or never. */
export type Updater = {
  /** The server's description of the newest release, unverified. */
  readonly fetchLatest: () => Promise<Answer<unknown>>;
  /** Downloads the release of `latest`. Errors: `update_damaged`, `read_only`, `disk_full`, the network's. */
  readonly download: (
    release: Release,
    progress: (percent: number) => void,
  ) => Promise<Answer<unknown>>;
  /** Cancels the current call and closes its connections. */
  readonly cancel: () => void;
  /** Replaces the app before its exit. Errors: `update_damaged`, `read_only`, `disk_full`. */
  readonly install: (restarts: boolean) => Promise<Answer<unknown>>;
};

const minuteMs = 60_000;
const firstAfterMs = minuteMs;
const everyMs = 4 * 60 * minuteMs;
const jitter = 0.1;
const afterFailures = createBackoff({ first: 15 * minuteMs, max: everyMs, jitter });
/** Active makers publish or re-sign a release more often (docs/updates.md). */
const oldAfterMs = 60 * 24 * 60 * minuteMs;
/** A date further ahead than this is ignored; smaller differences between clocks are normal. */
const maxClockSkewMs = 24 * 60 * minuteMs;
/** The network needs a while after a sleep. */
const afterWakeMs = minuteMs / 2;
const patienceMs = minuteMs;
/** Time-out of a download without progress. */
const stalledMs = 2 * minuteMs;

export const createUpdates = (dependencies: {
  /** The source of releases, or the reason for which this copy cannot update itself. */
  readonly source: { readonly off: UpdatesOff } | Source;
  readonly load: () => Promise<Updater>;
  readonly running: string;
  readonly store: UpdateStore;
  readonly onChange: () => void;
  /** Asks the app to quit; the person may refuse. */
  readonly quit: () => void;
  readonly clock: Clock;
  /** At least 0 and below 1; spreads the checks of many computers. */
  readonly chance: () => number;
  readonly log: Log;
}) => {
  const { source, load, running, store, onChange, quit, clock, chance, log } = dependencies;
  const releases = 'off' in source ? null : source;
  const schedule = createSchedule(clock, (thrown, job) =>
    log.error({ err: thrown, job }, 'a check for updates failed'),
  );
  const { isOn, failed } = store.get();
  let state: UpdateState =
    'off' in source
      ? { state: 'off', reason: source.off }
      : !isOn
        ? { state: 'off', reason: 'switched_off' }
        : failed === null
          ? { state: 'idle' }
          : { state: 'failed', error: buildUpdateFailure(failed) };
  let hasBegun = false;
  let hasEnded = false;
  let restarts = false;
  let failures = 0;
  let updater: Updater | null = null;
  /** Number of the current check. Results of earlier ones are ignored. */
  let checkNumber = 0;

  const setState = (next: UpdateState): void => {
    state = next;
    onChange();
  };
  const scheduleCheck = (ms: number): void => {
    if (hasBegun && releases !== null) schedule.in('check', ms, check);
  };
  /** Cancels the current check; its results will be ignored. */
  const cancelCheck = (): void => {
    checkNumber += 1;
    schedule.cancel('patience');
    updater?.cancel();
  };
  const isBusy = (): boolean => state.state === 'checking' || state.state === 'downloading';

  const failWith = (error: Failure): void => {
    cancelCheck();
    failures += 1;
    log.warn({ failure: error }, 'no update');
    setState({ state: 'failed', error });
    scheduleCheck(afterFailures(failures, chance));
  };
  const setTimeLimit = (ms: number): void =>
    schedule.in('patience', ms, () => failWith(buildUpdateFailure('timeout')));
  const renewTimeLimit = (): void =>
    setTimeLimit(state.state === 'checking' ? patienceMs : stalledMs);

  const isBelievable = (at: number | null): at is number =>
    at !== null && at <= clock.now() + maxClockSkewMs;

  /** Returns the newest signed date, or null; one stored while the clock was ahead is ignored. */
  const getNewestDate = (): number | null => {
    const { signedAt } = store.get();
    return isBelievable(signedAt) ? signedAt : null;
  };

  const findOldRelease = (): CommandOutput<'updates.get'>['oldRelease'] => {
    const { askedSince, signedAt } = store.get();
    const isDated = signedAt !== null;
    const at = isDated ? getNewestDate() : askedSince;
    return at !== null && clock.now() - at >= oldAfterMs ? { at, isDated } : null;
  };

  const storeDates = ({ signedAt }: Release): void => {
    const { askedSince } = store.get();
    store.change({
      checkedAt: clock.now(),
      failed: null,
      askedSince: isBelievable(askedSince) ? askedSince : clock.now(),
      ...(isBelievable(signedAt) && { signedAt }),
    });
  };

  /** Verifies a release and stores the dates of the check; null if it is not an update. */
  const verify = (metadata: unknown): Answer<Release | null> => {
    if (releases === null) return succeed(null);
    const release = verifyRelease(metadata, releases);
    if (!release.ok) return release;
    const order = compareVersions(release.value.version, running);
    if (order < 0) return fail('update_older', 'The release is older than what runs.');
    const { signedAt } = release.value;
    if (signedAt !== null && signedAt < (getNewestDate() ?? signedAt))
      return fail('update_older', 'The release was signed before one that was seen.');
    storeDates(release.value);
    const isEligible = isPrerelease(running) || !isPrerelease(release.value.version);
    return succeed(order > 0 && isEligible ? release.value : null);
  };

  const runCheck = async (thisCheck: number): Promise<void> => {
    updater ??= await load();
    if (thisCheck !== checkNumber) return;
    const answer = await updater.fetchLatest();
    if (thisCheck !== checkNumber) return;
    if (!answer.ok) return failWith(answer.error);
    const verified = verify(answer.value);
    if (!verified.ok) return failWith(verified.error);
    const release = verified.value;
    if (release === null) return settle({ state: 'idle' });
    const { version } = release;
    setState({ state: 'downloading', version, percent: 0 });
    renewTimeLimit();
    const downloaded = await updater.download(release, (percent) => {
      if (thisCheck !== checkNumber || state.state !== 'downloading') return;
      renewTimeLimit();
      const whole = Math.max(0, Math.min(100, Math.floor(percent)));
      if (whole !== state.percent) setState({ state: 'downloading', version, percent: whole });
    });
    if (thisCheck !== checkNumber) return;
    if (!downloaded.ok) return failWith(downloaded.error);
    settle({ state: 'ready', version });
  };

  const settle = (next: UpdateState): void => {
    schedule.cancel('patience');
    failures = 0;
    setState(next);
    scheduleCheck(spread(everyMs, jitter, chance));
  };

  const check = (): void => {
    // A ready update waits for the exit; the version that it installs will find newer ones.
    if (hasEnded || isBusy() || state.state === 'off' || state.state === 'ready') return;
    schedule.cancel('check');
    checkNumber += 1;
    const thisCheck = checkNumber;
    setState({ state: 'checking' });
    renewTimeLimit();
    runCheck(thisCheck).catch((thrown: unknown) => {
      log.error({ err: thrown }, 'a check for updates failed');
      if (thisCheck === checkNumber) failWith(buildUpdateFailure('internal'));
    });
  };

  const isOverdue = (): boolean => {
    const { checkedAt } = store.get();
    const elapsed = clock.now() - (checkedAt ?? 0);
    return checkedAt === null || elapsed < 0 || elapsed >= everyMs || state.state === 'failed';
  };

  return {
    report: (): CommandOutput<'updates.get'> => ({
      update: state,
      checkedAt: store.get().checkedAt,
      oldRelease: findOldRelease(),
    }),
    setOn: (wanted: boolean): void => {
      if (wanted === store.get().isOn) return;
      store.change({ isOn: wanted });
      if (releases === null) return;
      cancelCheck();
      schedule.cancel('check');
      failures = 0;
      restarts = false;
      setState(wanted ? { state: 'idle' } : { state: 'off', reason: 'switched_off' });
      if (wanted) scheduleCheck(firstAfterMs);
    },
    /** Starts the checks. Call when the first leads are painted or took too long. */
    begin: (): void => {
      if (hasBegun) return;
      hasBegun = true;
      if (state.state !== 'off') scheduleCheck(firstAfterMs);
    },
    wake: (): void => {
      if (isBusy()) return renewTimeLimit();
      if (state.state === 'off' || state.state === 'ready' || !isOverdue()) return;
      const dueAt = schedule.getDueTime('check');
      if (dueAt !== null && dueAt > clock.steady() + afterWakeMs) scheduleCheck(afterWakeMs);
    },
    /** Checks now. Errors: `conflict` if updates are off. */
    check: (): Answer<Record<string, never>> => {
      if (state.state === 'off') return fail('conflict', 'This copy does not ask for updates.');
      check();
      return succeed({});
    },
    /** Quits to install. Errors: `not_found` if no update is ready. */
    restart: (): Answer<Record<string, never>> => {
      if (state.state !== 'ready') return fail('not_found', 'There is no update to restart for.');
      if (!restarts) {
        restarts = true;
        quit();
      }
      return succeed({});
    },
    cancelRestart: () => void (restarts = false),
    /** Call when the app exits: installs a ready update, cancels everything else. */
    end: async (): Promise<void> => {
      if (hasEnded) return;
      hasEnded = true;
      schedule.stop();
      if (state.state !== 'ready' || updater === null) return cancelCheck();
      const answer = await updater.install(restarts);
      if (answer.ok) return;
      log.error({ failure: answer.error }, 'the update could not be installed');
      store.change({ failed: answer.error.code satisfies ErrorCode });
    },
  };
};
