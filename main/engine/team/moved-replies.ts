/**
 * Moves replies to this desktop: one that a person takes from another desktop, and those that colleagues handed to the
 * person here. The log names the new holder before this database has the reply; the next start repairs a crash between.
 */
import { succeed, type Answer } from '../../../contract/errors.ts';
import type { LeadID, ReplyID } from '../../../contract/records.ts';
import { parseBody, parseFact, type Author, type FactBody } from '../../../contract/team/facts.ts';
import { parseSubject } from '../../../contract/team/subjects.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { MovedReply } from '../conversation/outbox/reply-team.ts';
import { findHandover, findReplyByID } from '../conversation/replies.ts';
import { toLeadID } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import type { TeamContext } from './context.ts';
import { findOwnChange } from './outbox-rows.ts';
import type { MemberReplies } from './replies.ts';

type Dependencies = Pick<TeamContext, 'store' | 'clock' | 'log' | 'self'> & {
  readonly replies: Pick<MemberReplies, 'take'>;
  readonly takeOver: (leadID: LeadID, reply: MovedReply) => Answer<unknown>;
};

type ReplyOfLead = {
  readonly lead: number;
  readonly replyID: ReplyID;
  readonly by: Author;
  readonly body: FactBody<'reply'>;
};

/** Queued and checking replies of leads that are here. */
const listOpenReplies = (store: Store): readonly ReplyOfLead[] =>
  store
    .prepare<[], { subject: string; fact: string; lead: number }>(
      `SELECT subject, fact, lead FROM team_facts INDEXED BY team_facts_waiting
       WHERE subject > 'reply.' AND subject < 'reply.~' AND lead IS NOT NULL
         AND (instr(fact, '"state":"queued"') > 0 OR instr(fact, '"state":"checking"') > 0)`,
    )
    .all()
    .flatMap(({ subject, fact: stored, lead }) => {
      const parsed = parseSubject(subject);
      const fact = parseFact(stored);
      const body = fact && parseBody('reply', fact);
      const isOpen = body?.state === 'queued' || body?.state === 'checking';
      if (parsed.of !== 'reply' || fact === null || body === null || !isOpen) return [];
      return [{ lead, replyID: parsed.reply as ReplyID, by: fact.author, body }];
    });

const retryMs = 30_000;

/** Also adds the replies that this desktop took before a crash. */
export const createMovedReplies = (dependencies: Dependencies) => {
  const { store, clock, self, log, replies, takeOver } = dependencies;
  const schedule = createSchedule(clock, (thrown) => {
    log.error({ err: thrown }, 'a reply of a colleague could not be taken over');
    schedule.in('take', retryMs, takeAll);
  });

  /** Takes a reply over, or back. Errors: see `team.takeReply`. */
  const take = async (lead: number, replyID: ReplyID): Promise<Answer<Record<string, never>>> => {
    const taken = await replies.take(lead, replyID);
    if (!taken.ok) {
      // The log may have stored it although no answer came.
      if (taken.error.code === 'hub_unavailable') schedule.in('take', retryMs, takeAll);
      return taken;
    }
    const added = takeOver(toLeadID(lead), taken.value);
    return added.ok ? succeed({}) : added;
  };

  /** Takes replies that were handed to the person here, and adds taken ones that are not stored here yet. */
  const takeAll = async (): Promise<void> => {
    for (const { lead, replyID, by, body } of listOpenReplies(store)) {
      if (by.desktop !== self.desktop) {
        if (body.to === self.person && body.state === 'queued') await take(lead, replyID);
        continue;
      }
      const { text, knownAt, later, to, rule } = body;
      const isHere =
        findReplyByID(store, replyID) !== null && findHandover(store, replyID) === null;
      // The log does not know yet that it was handed over.
      const isLeaving = findOwnChange(store, { kind: 'reply', lead, item: replyID }) !== null;
      if (to !== null || rule !== null || isHere || isLeaving || text === null) continue;
      // It may have been sent since, for example before the database was restored.
      const hasTime = body.state === 'queued' && later !== null && later.at > clock.now();
      const next = {
        state: hasTime ? 'waiting' : 'sending',
        knownAt: knownAt ?? 0,
        later,
      } as const;
      takeOver(toLeadID(lead), { replyID, text, ...next });
    }
  };
  /** Takes replies that colleagues handed to the person here. Another desktop of the person may be first. */
  const takeHanded = (): void => schedule.now('take', takeAll);

  takeHanded();
  return { take, takeHanded, stop: schedule.stop };
};
export type MovedReplies = ReturnType<typeof createMovedReplies>;
