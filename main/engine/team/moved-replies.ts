/**
 * Brings replies to this desktop: one that a person takes from another, and those that colleagues handed to the person
 * here. The log decides who has a reply before this database has it, so a crash in between is repaired at the start.
 */
import { succeed, type Answer } from '../../../contract/errors.ts';
import type { LeadID, ReplyID } from '../../../contract/records.ts';
import { bodyOf, readFact, type Author, type FactBody } from '../../../contract/team/facts.ts';
import { parseSubject } from '../../../contract/team/subjects.ts';
import type { Clock } from '../../clock/clock.ts';
import type { MovedReply } from '../conversation/outbox/reply-team.ts';
import { handedAs, replyByID } from '../conversation/replies.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import type { MemberReplies } from './replies.ts';

type Dependencies = {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly self: Author;
  readonly replies: Pick<MemberReplies, 'take'>;
  readonly takeOver: (leadID: LeadID, reply: MovedReply) => Answer<unknown>;
};

export type MovedReplies = {
  /** Takes a reply over, or back. Errors: see `team.takeReply`. */
  readonly take: (lead: number, replyID: ReplyID) => Promise<Answer<Record<string, never>>>;
  /** Takes what colleagues handed to the person here. Another desktop of the person may be first. */
  readonly takeHanded: () => void;
  readonly stop: () => void;
};

type ReplyOfLead = {
  readonly lead: number;
  readonly replyID: ReplyID;
  readonly by: Author;
  readonly body: FactBody<'reply'>;
};

/** Replies of leads that are here, which have not left yet. */
const openReplies = (store: Store): readonly ReplyOfLead[] =>
  store
    .prepare<[], { subject: string; fact: string; lead: number }>(
      'movedReplies.open',
      `SELECT subject, fact, lead FROM team_facts INDEXED BY team_facts_waiting
       WHERE subject > 'reply.' AND subject < 'reply.~' AND lead IS NOT NULL
         AND (instr(fact, '"state":"queued"') > 0 OR instr(fact, '"state":"checking"') > 0)`,
    )
    .all()
    .flatMap(({ subject, fact: stored, lead }) => {
      const parsed = parseSubject(subject);
      const fact = readFact(stored);
      const body = fact && bodyOf('reply', fact);
      const isOpen = body?.state === 'queued' || body?.state === 'checking';
      if (parsed.of !== 'reply' || fact === null || body === null || !isOpen) return [];
      return [{ lead, replyID: parsed.reply as ReplyID, by: fact.author, body }];
    });

/** Creates it, and adds what this desktop took before it crashed. */
export const createMovedReplies = (dependencies: Dependencies): MovedReplies => {
  const { store, clock, self, replies, takeOver } = dependencies;
  let isStopped = false;
  let taking = Promise.resolve();

  const take: MovedReplies['take'] = async (lead, replyID) => {
    const taken = await replies.take(lead, replyID);
    if (!taken.ok) return taken;
    const added = takeOver(leadIDOf(lead), taken.value);
    return added.ok ? succeed({}) : added;
  };

  const takeAllHanded = async (): Promise<void> => {
    for (const { lead, replyID, by, body } of openReplies(store)) {
      const isForHere = body.to === self.person && by.desktop !== self.desktop;
      if (isForHere && body.state === 'queued' && !isStopped) await take(lead, replyID);
    }
  };

  for (const { lead, replyID, by, body } of openReplies(store)) {
    const { text, knownAt, later, to, rule } = body;
    const isHere = replyByID(store, replyID) !== null && handedAs(store, replyID) === null;
    const isOwn = by.desktop === self.desktop && to === null && rule === null;
    if (!isOwn || isHere || text === null) continue;
    // A database that was restored has lost the reply, which may have left since.
    const hasTime = body.state === 'queued' && later !== null && later.at > clock.now();
    const next = { state: hasTime ? 'queued' : 'sending', knownAt: knownAt ?? 0, later } as const;
    takeOver(leadIDOf(lead), { replyID, text, ...next });
  }

  return {
    take,
    takeHanded: () => void (taking = taking.then(takeAllHanded)),
    stop: () => (isStopped = true),
  };
};
