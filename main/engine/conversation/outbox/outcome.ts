/**
 * Rules for a reply after a request, without store and network. If the service may have the
 * reply, it is searched for and never just sent again; without a way to search, the person
 * decides.
 */
import type { Answer, Failure } from '../../../../contract/errors.ts';
import type { WaitsFor } from '../../../../contract/records.ts';
import { backoff, nextTry } from '../../../clock/backoff.ts';
import type { Random } from '../../platform/random.ts';
import type { Receipt } from './courier.ts';

/**
 * Next state of a reply; `at` is the time of its next attempt, by `clock.steady()` like every
 * time here.
 */
export type Next =
  | { readonly state: 'sent'; readonly messageID: string | null; readonly sentAt: number | null }
  | { readonly state: 'queued'; readonly waitsFor: WaitsFor; readonly at: number }
  | { readonly state: 'checking'; readonly at: number }
  | { readonly state: 'failed'; readonly reason: Failure };

export type Moment = {
  readonly now: number;
  /** End of the pause that the service requested, or null. */
  readonly pausedUntil: number | null;
  readonly random: Random;
};

/**
 * Time for which searches must find nothing before a reply is sent again: the deadline of a
 * request. A slow service, or one that had the request when it was cut off, shows the reply by
 * then.
 */
const settleMs = 30_000;
/**
 * Time for which searches must be refused before the outcome counts as unknown; a service can
 * refuse briefly.
 */
const refusedMs = 2 * 60_000;
/** Fallback delay: reconnecting the account wakes the outbox. */
const grantWaitMs = 5 * 60_000;

const failureWait = backoff({ first: 2_000, most: 60_000, jitter: 0.25 });

const later = (failures: number, { now, pausedUntil, random }: Moment): number =>
  nextTry(now, failureWait(failures, random.fraction), pausedUntil);

const isSent = ({ messageID, sentAt }: Receipt): Next => ({
  state: 'sent',
  messageID,
  sentAt: sentAt ?? null,
});

/** Final failure of a reply whose outcome cannot be determined. */
export const unknownOutcome = (reason: Failure): Failure => ({
  ...reason,
  code: 'outcome_unknown',
  message: 'It cannot be found out whether the reply was sent.',
});

/**
 * Returns the next state after the `attempts`-th request. `canLook`: the service lists
 * conversations.
 */
export const afterSending = (
  answer: Answer<Receipt>,
  attempts: number,
  canLook: boolean,
  moment: Moment,
): Next => {
  if (answer.ok) return isSent(answer.value);
  const { code, status } = answer.error;
  const at = later(attempts, moment);
  switch (code) {
    case 'offline':
      return { state: 'queued', waitsFor: 'network', at };
    case 'timeout':
      return { state: 'queued', waitsFor: 'service', at };
    case 'rate_limited':
      return { state: 'queued', waitsFor: 'pace', at };
    case 'disk_full':
    case 'read_only':
      return { state: 'queued', waitsFor: 'disk', at };
    case 'reconnect_needed':
      // Only main can report a dead grant, and then no request was made; a token that the service
      // refuses may be renewed.
      return status === undefined
        ? { state: 'queued', waitsFor: 'reconnect', at: moment.now + grantWaitMs }
        : { state: 'queued', waitsFor: 'service', at };
    case 'scope_missing':
      return { state: 'failed', reason: answer.error };
    case 'outcome_unknown':
    case 'unexpected_answer':
      break;
    default:
      // Without a status no request was made, for lack of a token.
      if (status === undefined) {
        const waitsFor = code === 'service_unavailable' ? 'service' : 'reconnect';
        return { state: 'queued', waitsFor, at };
      }
      if (code !== 'service_unavailable') return { state: 'failed', reason: answer.error };
  }
  return canLook
    ? { state: 'checking', at }
    : { state: 'failed', reason: unknownOutcome(answer.error) };
};

/** Result of the searches for a reply. */
export type Looks = {
  /** End of the first search in a row that found nothing; null when there is none. */
  readonly emptySince: number | null;
  /** Time of the first refusal in a row; null when the last search was not refused. */
  readonly refusedSince: number | null;
  /** Failures in a row. */
  readonly failed: number;
};

export const noLooks: Looks = { emptySince: null, refusedSince: null, failed: 0 };

/** Whether the service refused the search, rather than the connection or the token failing. */
const isRefused = ({ code, status }: Failure): boolean =>
  code === 'scope_missing' ||
  (status !== undefined && ['forbidden', 'gone', 'conflict', 'rejected'].includes(code));

/** Adds the result of a search that ended now. */
export const countLook = (before: Looks, answer: Answer<Receipt | null>, now: number): Looks =>
  answer.ok
    ? { emptySince: before.emptySince ?? now, refusedSince: null, failed: 0 }
    : {
        emptySince: before.emptySince,
        refusedSince: isRefused(answer.error) ? (before.refusedSince ?? now) : null,
        failed: before.failed + 1,
      };

/**
 * Returns the next state after a search, which `looks` includes. If searches stay refused, the
 * failure is an unknown outcome, because the reply may have arrived.
 */
export const afterLook = (answer: Answer<Receipt | null>, looks: Looks, moment: Moment): Next => {
  const { now } = moment;
  if (answer.ok) {
    if (answer.value !== null) return isSent(answer.value);
    const settled = (looks.emptySince ?? now) + settleMs;
    return now < settled
      ? { state: 'checking', at: settled }
      : { state: 'queued', waitsFor: 'service', at: now };
  }
  const { code, status } = answer.error;
  const isFinal = looks.refusedSince !== null && now >= looks.refusedSince + refusedMs;
  if (isFinal || code === 'outcome_unknown') {
    return { state: 'failed', reason: unknownOutcome(answer.error) };
  }
  const isGrantDead = code === 'reconnect_needed' && status === undefined;
  return {
    state: 'checking',
    at: isGrantDead ? now + grantWaitMs : later(looks.failed, moment),
  };
};
