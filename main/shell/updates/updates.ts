/**
 * When updates are asked for, what is taken, and when it takes the app's place: one check at a time, quietly, and
 * nothing that is not signed, newer and whole. What comes late, or after somebody switched updates off, is not
 * heard any more (`turn`). Free of electron-updater, which is loaded when it is first asked.
 */
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
import { backoff, spread } from '../../clock/backoff.ts';
import type { Clock } from '../../clock/clock.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { Log } from '../../log/log.ts';
import { updateFailure } from './failure.ts';
import type { KeptUpdates } from './kept.ts';
import { readRelease, type Release, type Source } from './release.ts';

/** What fetches and installs. Every question of it may be answered late, or never. */
export type Updater = {
  /** The newest release as its server describes it, of which nothing is to be believed yet. */
  readonly latest: () => Promise<Answer<unknown>>;
  /**
   * Downloads the release that `latest` described last and compares its digest. Errors: `update_damaged`,
   * `read_only` where the app could not be replaced by it, `disk_full`, those of the network.
   */
  readonly download: (
    release: Release,
    progress: (percent: number) => void,
  ) => Promise<Answer<unknown>>;
  /** Ends what is under way, and cuts its connections. */
  readonly cancel: () => void;
  /**
   * Has what was downloaded take the app's place, as the last thing before it ends; `restarts`: and starts it.
   * Errors: `update_damaged`, `read_only`, `disk_full`.
   */
  readonly install: (restarts: boolean) => Promise<Answer<unknown>>;
};

type Dependencies = {
  /** Why this copy cannot update itself, or what its releases are. */
  readonly source: { readonly off: UpdatesOff } | Source;
  readonly load: () => Promise<Updater>;
  /** The version that runs. */
  readonly running: string;
  readonly kept: KeptUpdates;
  /** The state has changed. */
  readonly changed: () => void;
  /** Asks the app to quit, which it may be kept from. */
  readonly quit: () => void;
  readonly clock: Clock;
  /** At least 0 and below 1, by which checks of many computers are spread. */
  readonly chance: () => number;
  readonly log: Log;
};

export type Updates = {
  readonly report: () => CommandOutput<'updates.get'>;
  /** The setting as the professional has it. */
  readonly follow: (isOn: boolean) => void;
  /** The first leads are on the screen, or nobody waits for them any longer. */
  readonly begin: () => void;
  /** The computer woke up. */
  readonly wake: () => void;
  /** Checks now. Errors: `conflict` where updates are off. */
  readonly check: () => Answer<Record<string, never>>;
  /** Quits for the update. Errors: `not_found` while none is ready. */
  readonly restart: () => Answer<Record<string, never>>;
  /** The app was asked to quit, and stays. */
  readonly stayed: () => void;
  /** The app ends: the update that is ready takes its place, and nothing else begins. */
  readonly end: () => Promise<void>;
};

const minuteMs = 60_000;
const firstAfterMs = minuteMs;
const everyMs = 4 * 60 * minuteMs;
const jitter = 0.1;
const afterFailures = backoff({ first: 15 * minuteMs, most: everyMs, jitter });
/** Releases of makers who are at work are never so old; docs/updates.md says to sign the newest one again. */
const oldAfterMs = 60 * 24 * 60 * minuteMs;
/** The clocks of makers and computers differ. A date further ahead is not believed. */
const clocksDifferMs = 24 * 60 * minuteMs;
/** A network takes its time after a sleep. */
const afterWakeMs = minuteMs / 2;
/** A server that says nothing for so long is not waited for. */
const patienceMs = minuteMs;
/** A download of which nothing comes for so long has stalled. */
const stalledMs = 2 * minuteMs;

export const createUpdates = ({
  source,
  load,
  running,
  kept,
  changed,
  quit,
  clock,
  chance,
  log,
}: Dependencies): Updates => {
  const releases = 'off' in source ? null : source;
  const schedule = createSchedule(clock, (thrown, job) =>
    log.error({ err: thrown, job }, 'a check for updates failed'),
  );
  const { isOn, failed } = kept.now();
  let state: UpdateState =
    'off' in source
      ? { state: 'off', reason: source.off }
      : !isOn
        ? { state: 'off', reason: 'switched_off' }
        : failed === null
          ? { state: 'idle' }
          : { state: 'failed', error: updateFailure(failed) };
  let hasBegun = false;
  let hasEnded = false;
  let restarts = false;
  let failures = 0;
  let updater: Updater | null = null;
  /** What was asked for in an earlier turn is not heard any more. */
  let turn = 0;

  const become = (next: UpdateState): void => {
    state = next;
    changed();
  };
  const plan = (ms: number): void => {
    if (hasBegun && releases !== null) schedule.in('check', ms, check);
  };
  /** Ends what is under way; its answers come too late. */
  const drop = (): void => {
    turn += 1;
    schedule.cancel('patience');
    updater?.cancel();
  };
  const isUnderWay = (): boolean => state.state === 'checking' || state.state === 'downloading';

  const failWith = (error: Failure): void => {
    drop();
    failures += 1;
    log.warn({ failure: error }, 'no update');
    become({ state: 'failed', error });
    plan(afterFailures(failures, chance));
  };
  /** Gives what is under way so long from now. */
  const waitFor = (ms: number): void =>
    schedule.in('patience', ms, () => failWith(updateFailure('timeout')));
  const waitOn = (): void => waitFor(state.state === 'checking' ? patienceMs : stalledMs);

  const isBelievable = (at: number | null): at is number =>
    at !== null && at <= clock.now() + clocksDifferMs;

  /** The newest signed date that was seen; null also for one that was kept while the clock was ahead. */
  const newestDate = (): number | null => {
    const { signedAt } = kept.now();
    return isBelievable(signedAt) ? signedAt : null;
  };

  const oldRelease = (): CommandOutput<'updates.get'>['oldRelease'] => {
    const { askedSince, signedAt } = kept.now();
    const isDated = signedAt !== null;
    const at = isDated ? newestDate() : askedSince;
    return at !== null && clock.now() - at >= oldAfterMs ? { at, isDated } : null;
  };

  /** Keeps the time of the check and the newest signed date. */
  const remember = ({ signedAt }: Release): void => {
    const { askedSince } = kept.now();
    kept.change({
      checkedAt: clock.now(),
      failed: null,
      askedSince: isBelievable(askedSince) ? askedSince : clock.now(),
      ...(isBelievable(signedAt) && { signedAt }),
    });
  };

  /** The release that takes this version's place; null where the server has none. Remembers that it was signed. */
  const judge = (metadata: unknown): Answer<Release | null> => {
    if (releases === null) return succeed(null);
    const release = readRelease(metadata, releases);
    if (!release.ok) return release;
    const order = compareVersions(release.value.version, running);
    if (order < 0) return fail('update_older', 'The release is older than what runs.');
    const { signedAt } = release.value;
    if (signedAt !== null && signedAt < (newestDate() ?? signedAt))
      return fail('update_older', 'The release was signed before one that was seen.');
    remember(release.value);
    const isMeant = isPrerelease(running) || !isPrerelease(release.value.version);
    return succeed(order > 0 && isMeant ? release.value : null);
  };

  const fetch = async (mine: number): Promise<void> => {
    updater ??= await load();
    if (mine !== turn) return;
    const answer = await updater.latest();
    if (mine !== turn) return;
    if (!answer.ok) return failWith(answer.error);
    const judged = judge(answer.value);
    if (!judged.ok) return failWith(judged.error);
    const release = judged.value;
    if (release === null) return settle({ state: 'idle' });
    const { version } = release;
    become({ state: 'downloading', version, percent: 0 });
    waitOn();
    const downloaded = await updater.download(release, (percent) => {
      if (mine !== turn || state.state !== 'downloading') return;
      waitOn();
      const whole = Math.max(0, Math.min(100, Math.floor(percent)));
      if (whole !== state.percent) become({ state: 'downloading', version, percent: whole });
    });
    if (mine !== turn) return;
    if (!downloaded.ok) return failWith(downloaded.error);
    settle({ state: 'ready', version });
  };

  const settle = (next: UpdateState): void => {
    schedule.cancel('patience');
    failures = 0;
    become(next);
    plan(spread(everyMs, jitter, chance));
  };

  const check = (): void => {
    // What is ready waits for the end of the app; a newer one is found by the version that it brings.
    if (hasEnded || isUnderWay() || state.state === 'off' || state.state === 'ready') return;
    schedule.cancel('check');
    turn += 1;
    const mine = turn;
    become({ state: 'checking' });
    waitOn();
    fetch(mine).catch((thrown: unknown) => {
      log.error({ err: thrown }, 'a check for updates failed');
      if (mine === turn) failWith(updateFailure('internal'));
    });
  };

  const isOverdue = (): boolean => {
    const { checkedAt } = kept.now();
    const passed = clock.now() - (checkedAt ?? 0);
    return checkedAt === null || passed < 0 || passed >= everyMs || state.state === 'failed';
  };

  return {
    report: () => ({
      update: state,
      checkedAt: kept.now().checkedAt,
      oldRelease: oldRelease(),
    }),
    follow: (wanted) => {
      if (wanted === kept.now().isOn) return;
      kept.change({ isOn: wanted });
      if (releases === null) return;
      drop();
      schedule.cancel('check');
      failures = 0;
      restarts = false;
      become(wanted ? { state: 'idle' } : { state: 'off', reason: 'switched_off' });
      if (wanted) plan(firstAfterMs);
    },
    begin: () => {
      if (hasBegun) return;
      hasBegun = true;
      if (state.state !== 'off') plan(firstAfterMs);
    },
    wake: () => {
      if (isUnderWay()) return waitOn();
      if (state.state === 'off' || state.state === 'ready' || !isOverdue()) return;
      const dueAt = schedule.dueAt('check');
      if (dueAt !== null && dueAt > clock.steady() + afterWakeMs) plan(afterWakeMs);
    },
    check: () => {
      if (state.state === 'off') return fail('conflict', 'This copy does not ask for updates.');
      check();
      return succeed({});
    },
    restart: () => {
      if (state.state !== 'ready') return fail('not_found', 'There is no update to restart for.');
      if (!restarts) {
        restarts = true;
        quit();
      }
      return succeed({});
    },
    stayed: () => void (restarts = false),
    end: async () => {
      if (hasEnded) return;
      hasEnded = true;
      schedule.stop();
      if (state.state !== 'ready' || updater === null) return drop();
      const answer = await updater.install(restarts);
      if (answer.ok) return;
      log.error({ failure: answer.error }, 'the update could not be installed');
      kept.change({ failed: answer.error.code satisfies ErrorCode });
    },
  };
};
