/**
 * What becomes of a reply after a request: pure rules, no store and no network. Whatever leaves it
 * open whether the service has the reply leads to a look, never to another send; where there is nothing
 * to look at, the person decides.
 */
import type { Answer, Failure } from '../../../../contract/errors.ts';
import type { WaitsFor } from '../../../../contract/records.ts';
import { backoff, nextTry } from '../../../clock/backoff.ts';
import type { Random } from '../../platform/random.ts';
import type { Receipt } from './courier.ts';

/** Where a reply stands next; `at` is when it is its turn again, by `clock.steady()` like every time here. */
export type Next =
  | { readonly state: 'sent'; readonly messageID: string | null; readonly sentAt: number | null }
  | { readonly state: 'queued'; readonly waitsFor: WaitsFor; readonly at: number }
  | { readonly state: 'checking'; readonly at: number }
  | { readonly state: 'failed'; readonly reason: Failure };

export type Moment = {
  readonly now: number;
  /** Until when the service wants no requests, or null. */
  readonly pausedUntil: number | null;
  readonly random: Random;
};

/**
 * How long looks must find nothing, from the first to the last, before a reply is sent again; as long
 * as a request waits for its answer. A service that is slow, or had the request when we were cut off
 * or killed, has taken it and shows it by then.
 */
const settleMs = 30_000;
/** How long looks must be refused before nobody can find out: a service can refuse for a moment. */
const refusedMs = 2 * 60_000;
/** A grant that is connected anew wakes the outbox: this is the net below. */
const grantWaitMs = 5 * 60_000;

const failureWait = backoff({ first: 2_000, most: 60_000, jitter: 0.25 });

const later = (failures: number, { now, pausedUntil, random }: Moment): number =>
  nextTry(now, failureWait(failures, random.fraction), pausedUntil);

const isSent = ({ messageID, sentAt }: Receipt): Next => ({
  state: 'sent',
  messageID,
  sentAt: sentAt ?? null,
});

/** The end for a reply of which nobody can find out whether the customer has it. */
export const unknownOutcome = (reason: Failure): Failure => ({
  ...reason,
  code: 'outcome_unknown',
  message: 'It cannot be found out whether the reply was sent.',
});

/** After the request of a reply, its `attempts`-th. `canLook`: the service shows its conversations. */
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
      // That a grant is dead only main can say, and the service was not asked then: a token that the
      // service refuses may be renewed by the next time.
      return status === undefined
        ? { state: 'queued', waitsFor: 'reconnect', at: moment.now + grantWaitMs }
        : { state: 'queued', waitsFor: 'service', at };
    case 'scope_missing':
      return { state: 'failed', reason: answer.error };
    case 'outcome_unknown':
    case 'unexpected_answer':
      break;
    default:
      // Without a status the service was never asked: there was no token to ask with.
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

/** How the looks for a reply went. */
export type Looks = {
  /** When the first look that found nothing ended; null when none has. */
  readonly emptySince: number | null;
  /** When the service began to refuse the looks; null when the last one was not refused. */
  readonly refusedSince: number | null;
  /** How many in a row failed. */
  readonly failed: number;
};

export const noLooks: Looks = { emptySince: null, refusedSince: null, failed: 0 };

/** Whether the service itself will not let us look: not a line that is down, nor a want of a token. */
const isRefused = ({ code, status }: Failure): boolean =>
  code === 'scope_missing' ||
  (status !== undefined && ['forbidden', 'gone', 'conflict', 'rejected'].includes(code));

/** `before`, and a look that ended now with `answer`. */
export const countLook = (before: Looks, answer: Answer<Receipt | null>, now: number): Looks =>
  answer.ok
    ? { emptySince: before.emptySince ?? now, refusedSince: null, failed: 0 }
    : {
        emptySince: before.emptySince,
        refusedSince: isRefused(answer.error) ? (before.refusedSince ?? now) : null,
        failed: before.failed + 1,
      };

/**
 * After a look for a reply; `looks` counts this one. Where looking is refused, and goes on being
 * refused, the failure says that the outcome is unknown, whatever the refusal was: the reply may be there.
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
