/** Takes the turns of leads in which this desktop sends replies, and keeps those of replies that are searched for. */
import type { ReplyID } from '../../../../contract/records.ts';
import type { Clock } from '../../../clock/clock.ts';
import type { Store } from '../../platform/store/store.ts';
import { findReplyOfMessage } from '../replies.ts';
import type { OwnTurn, ReplyTeam, TurnAnswer } from './reply-team.ts';
import { findOutgoing, type Outgoing } from './rows.ts';

export type Turn = {
  readonly answer: TurnAnswer;
  /** True if a request may begin now: it then ends before another desktop can take the turn. */
  readonly maySend: () => boolean;
  readonly free: (sent?: ReplyID) => void;
};

/** After this time the hub counts as silent, and replies leave without a turn. */
const silentMs = 10_000;
/** A turn expires after 90 seconds, and a request times out after 60. */
const freshMs = 25_000;

export const isOwnTurn = (answer: TurnAnswer): answer is OwnTurn => typeof answer === 'object';

/** Delay before a hub that does not answer is asked again. */
const askAgainMs = 1_000;

const nobodysTurn: OwnTurn = { free: () => undefined, before: null };

/**
 * The hub counts as silent after ten seconds without an answer, until it answers again, so that a start or a short
 * interruption does not.
 * @param getTeam null when this desktop has left its team meanwhile
 */
export const createTurns = (store: Store, getTeam: () => ReplyTeam | null, clock: Clock) => {
  /** By the steady clock; null while the hub answers. */
  let silentSince: number | null = null;
  /** Turns kept during a search, which could mistake another reply with the same text for the missing one. */
  let kept: { readonly message: number; readonly turn: Turn }[] = [];

  const take = async (row: Outgoing): Promise<Turn> => {
    let [steady, wall] = [clock.steady(), clock.now()];
    const { promise, resolve } = Promise.withResolvers<TurnAnswer>();
    let own: OwnTurn | null = null;
    let isFreed = false;
    let isAnswered = false;
    const answerWith = (answer: TurnAnswer): void => {
      isAnswered = true;
      resolve(answer);
    };
    const stopTimer = clock.after(silentMs, () => {
      silentSince ??= steady;
      answerWith('silent');
    });
    const ask = async (): Promise<void> => {
      const team = getTeam();
      if (team === null) return answerWith(nobodysTurn);
      if (!isAnswered) [steady, wall] = [clock.steady(), clock.now()];
      const answer = await team.takeTurn(row).catch(() => 'silent' as const);
      if (isOwnTurn(answer)) own = answer;
      if (isFreed) own?.free();
      if (answer !== 'silent') silentSince = null;
      else silentSince ??= clock.steady();
      const isSilent = silentSince !== null && clock.steady() - silentSince >= silentMs;
      if (answer !== 'silent' || isSilent) answerWith(answer);
      else if (!isAnswered) clock.after(askAgainMs, () => void ask());
    };
    void ask();
    const answer = await promise;
    stopTimer();
    return {
      answer,
      // The steady clock may not count a sleep, and the wall clock can be set: the longer time counts.
      maySend: () =>
        !isOwnTurn(answer) || Math.max(clock.steady() - steady, clock.now() - wall) < freshMs,
      free: (sent) => {
        isFreed = true;
        own?.free(sent);
      },
    };
  };

  return {
    /** Takes the turn of a reply's lead. Never rejects. */
    take,
    /** Keeps a turn until its reply is no longer searched for. */
    keep: (message: number, turn: Turn): void => void kept.push({ message, turn }),
    /** Frees the turns of replies that are no longer searched for: an echo or the person may have ended the search. */
    freeEnded: (): void => {
      const isSearched = ({ message }: { readonly message: number }): boolean =>
        findOutgoing(store, message)?.state === 'checking';
      const ended = kept.filter((each) => !isSearched(each));
      kept = kept.filter(isSearched);
      for (const { message, turn } of ended) {
        const isGone = findOutgoing(store, message) === null;
        const reply = isGone ? findReplyOfMessage(store, message) : null;
        // A reply that was undone meanwhile was not sent in this turn.
        turn.free(reply?.returnedText === null ? reply.replyID : undefined);
      }
    },
  };
};
