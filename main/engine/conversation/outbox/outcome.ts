/**
 * Decides the next state of a reply after a request. A reply that the service may have is searched
 * for and never just sent again; without a way to search, the person decides.
 */
import type { Answer, Failure } from '../../../../contract/errors.ts';
import type { WaitsFor } from '../../../../contract/records.ts';
import { createBackoff, computeNextTry } from '../../../clock/backoff.ts';
import type { Random } from '../../platform/random.ts';
import type { Receipt } from './courier.ts';

/** Next state of a reply; `at` is its next attempt. All times here are of the steady clock. */
export type Next =
  | { readonly state: 'sent'; readonly messageID: string | null; readonly sentAt: number | null }
  | { readonly state: 'queued'; readonly waitsFor: WaitsFor; readonly at: number }
  | { readonly state: 'checking'; readonly at: number }
  | { readonly state: 'failed'; readonly reason: Failure };

export type Timing = {
  readonly now: number;
  /** End of the pause that the service requested, or null. */
  readonly pausedUntil: number | null;
  readonly random: Random;
};

/** A reply is sent again after searches found nothing for this time, the deadline of a request. */
const settleMs = 30_000;
/** Searches must be refused for this time before the outcome counts as unknown. */
const refusedMs = 2 * 60_000;
/** Fallback: reconnecting the account wakes the outbox. */
const grantWaitMs = 5 * 60_000;

const failureWait = createBackoff({ first: 2_000, max: 60_000, jitter: 0.25 });

const computeRetryAt = (failures: number, { now, pausedUntil, random }: Timing): number =>
  computeNextTry(now, failureWait(failures, random.fraction), pausedUntil);

const toSent = ({ messageID, sentAt }: Receipt): Next => ({
  state: 'sent',
  messageID,
  sentAt: sentAt ?? null,
});

/** Failure of a reply whose outcome cannot be determined. */
export const toUnknownOutcome = (reason: Failure): Failure => ({
  ...reason,
  code: 'outcome_unknown',
  message: 'It cannot be found out whether the reply was sent.',
});

/** The reason to wait after failures by which the service cannot have the reply. */
const waits: Partial<Record<Failure['code'], WaitsFor>> = {
  offline: 'network',
  timeout: 'service',
  rate_limited: 'pace',
  hub_unavailable: 'hub',
  disk_full: 'disk',
  read_only: 'disk',
};

/** Next state of a reply after the service's answer. */
export const decideAfterSending = (
  answer: Answer<Receipt>,
  attempts: number,
  canSearch: boolean,
  timing: Timing,
): Next => {
  if (answer.ok) return toSent(answer.value);
  const { code, status } = answer.error;
  const at = computeRetryAt(attempts, timing);
  const waitsFor = waits[code];
  if (waitsFor !== undefined) return { state: 'queued', waitsFor, at };
  if (code === 'reconnect_needed')
    // Without a status no request was made: main reported a dead grant. A token that the service
    // refuses may be renewed.
    return status === undefined
      ? { state: 'queued', waitsFor: 'reconnect', at: timing.now + grantWaitMs }
      : { state: 'queued', waitsFor: 'service', at };
  const isUnknown = code === 'outcome_unknown' || code === 'unexpected_answer';
  const isDown = code === 'service_unavailable';
  if (code !== 'scope_missing' && !isUnknown && status === undefined)
    return { state: 'queued', waitsFor: isDown ? 'service' : 'reconnect', at };
  if (!isUnknown && !isDown) return { state: 'failed', reason: answer.error };
  return canSearch
    ? { state: 'checking', at }
    : { state: 'failed', reason: toUnknownOutcome(answer.error) };
};

/** The searches for a reply so far. */
export type Searches = {
  /** Time of the first search that found nothing; null when none did. */
  readonly emptySince: number | null;
  /** Time of the first refusal in a row; null when the last search was not refused. */
  readonly refusedSince: number | null;
  /** Failures in a row. */
  readonly failed: number;
};

export const noSearches: Searches = { emptySince: null, refusedSince: null, failed: 0 };

/** True if the service refused the search; false when connection or token failed. */
const isRefused = ({ code, status }: Failure): boolean =>
  code === 'scope_missing' ||
  (status !== undefined && ['forbidden', 'gone', 'conflict', 'rejected'].includes(code));

export const countSearch = (
  before: Searches,
  answer: Answer<Receipt | null>,
  now: number,
): Searches =>
  answer.ok
    ? { emptySince: before.emptySince ?? now, refusedSince: null, failed: 0 }
    : {
        emptySince: before.emptySince,
        refusedSince: isRefused(answer.error) ? (before.refusedSince ?? now) : null,
        failed: before.failed + 1,
      };

/** Next state after a search. If searches stay refused, the outcome is unknown: the reply may have arrived. */
export const decideAfterSearch = (
  answer: Answer<Receipt | null>,
  searches: Searches,
  timing: Timing,
): Next => {
  const { now } = timing;
  if (answer.ok) {
    if (answer.value !== null) return toSent(answer.value);
    const foundBy = (searches.emptySince ?? now) + settleMs;
    return now < foundBy
      ? { state: 'checking', at: foundBy }
      : { state: 'queued', waitsFor: 'service', at: now };
  }
  const { code, status } = answer.error;
  const isFinal = searches.refusedSince !== null && now >= searches.refusedSince + refusedMs;
  if (isFinal || code === 'outcome_unknown')
    return { state: 'failed', reason: toUnknownOutcome(answer.error) };
  const isGrantDead = code === 'reconnect_needed' && status === undefined;
  return {
    state: 'checking',
    at: isGrantDead ? now + grantWaitMs : computeRetryAt(searches.failed, timing),
  };
};
