/**
 * Turns: one reply of a lead is sent at a time. A turn is an entry of the log that expires after 90 seconds, or is
 * freed with the reply that was sent last, so that the next desktop waits for that reply to arrive.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ReplyID } from '../../../contract/records.ts';
import { formatSubject, token } from '../../../contract/team/subjects.ts';
import type { OwnTurn, TurnAnswer } from '../conversation/outbox/reply-team.ts';
import type { TeamContext } from './context.ts';
import type { LeadRef } from './lead-keys.ts';
import { openJSON, sealJSON } from './sealed-json.ts';

/** Longer than a request, which begins within 25 seconds and times out after 60. */
const turnMs = 90_000;
/** A freed turn outlives the turns before it, which would count again after it expires. */
const freedMs = turnMs + 10_000;
/** Delay before the log is asked again to free a turn. */
const freeAgainMs = 2_000;

const turnEntry = z.object({
  desktop: token,
  attempt: z.string(),
  /** Set when the turn is free again: the last reply that was sent, in this turn or an earlier one. */
  freed: z
    .object({ sent: z.object({ reply: token, person: token, desktop: token }).nullable() })
    .optional(),
});
type Turn = z.infer<typeof turnEntry>;
type Sent = NonNullable<Turn['freed']>['sent'];

/** Returns a function that takes the turn of a lead, even if this desktop has it already. */
export const createLeadTurns = ({
  clock,
  teamLog,
  keyring,
  keys,
  self,
}: Pick<TeamContext, 'clock' | 'teamLog' | 'keyring' | 'keys' | 'self'>): ((
  ref: LeadRef,
) => Promise<TurnAnswer>) => {
  const seal = (subject: string, entry: Turn): Buffer => sealJSON(keyring(), subject, entry);

  return async (ref) => {
    const subject = formatSubject({ of: 'turn', lead: keys.deriveToken(ref) });
    const attempt = { desktop: self.desktop, attempt: randomUUID() };
    const data = seal(subject, attempt);
    const takenAt = clock.steady();
    const free = async (sequence: number, sent: Sent): Promise<void> => {
      const options = { expectedLast: sequence, ttlMs: freedMs };
      const freed = seal(subject, { ...attempt, freed: { sent } });
      const answer = await teamLog.publish(subject, freed, options);
      // An attempt that was stored without an answer makes the next one a conflict.
      const isUnsure = !answer.ok && (answer.code === 'unknown' || answer.code === 'unavailable');
      if (isUnsure && clock.steady() - takenAt < turnMs)
        clock.after(freeAgainMs, () => void free(sequence, sent));
    };
    let before: Sent = null;
    const createTurn = (sequence: number): OwnTurn => ({
      free: (reply) => void free(sequence, reply === undefined ? before : { reply, ...self }),
      before:
        before === null || before.desktop === self.desktop
          ? null
          : { replyID: before.reply as ReplyID, person: before.person },
    });
    for (let expectedLast = 0; ;) {
      const taken = await teamLog.publish(subject, data, { expectedLast, ttlMs: turnMs });
      if (taken.ok) return createTurn(taken.sequence);
      if (taken.code !== 'conflict' && taken.code !== 'unknown') return 'silent';
      const last = await teamLog.getLast(subject);
      if (!last.ok) return 'silent';
      const { entry } = last;
      // An attempt without an answer may be stored.
      if (entry !== null && Buffer.compare(entry.data, data) === 0)
        return createTurn(entry.sequence);
      if (taken.code === 'unknown' || entry === null || entry.sequence === expectedLast)
        return 'wait';
      const other = turnEntry.safeParse(openJSON(keyring(), subject, entry.data)).data;
      // This desktop's own turn is free too: this engine or one that crashed took it.
      if (other === undefined || (other.freed === undefined && other.desktop !== self.desktop))
        return 'wait';
      before = other.freed?.sent ?? null;
      expectedLast = entry.sequence;
    }
  };
};
