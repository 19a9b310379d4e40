/** The people of the campaign: customers who ask and write, and the professional who does everything else. */
import { randomUUID } from 'node:crypto';
import { setTimeout as realPause } from 'node:timers/promises';
import type { Answer, ErrorCode } from '../../contract/errors.ts';
import type { LeadRow, Message } from '../../contract/records.ts';
import type { Chance } from './chance.ts';
import type { Computer } from './computer.ts';
import type { Journal, Lead, Reply } from './journal.ts';
import type { Service } from './service.ts';

export type People = {
  /** A customer does something: asks for the first time, or writes again. */
  readonly customerActs: (chance: Chance) => Promise<void>;
  /** The professional does something with one lead, and asks again until it was clearly answered. */
  readonly professionalActs: (chance: Chance) => Promise<void>;
  /** Tries again what failed, as somebody does who has looked at the marketplace's own page before. */
  readonly professionalMends: () => Promise<void>;
  /** Nobody begins anything any more, and nobody waits for an answer. */
  readonly goHome: () => void;
};

type Parts = {
  readonly services: readonly Service[];
  readonly computer: Computer;
  readonly journal: Journal;
  readonly newWord: () => string;
  /** The computer's time, UTC milliseconds, without what its clock was set by. */
  readonly now: () => number;
  readonly mostLeads: number;
};

/** A person who gets one of these asks again. */
const passing: readonly ErrorCode[] = [
  'engine_unavailable',
  'engine_stopped',
  'database_busy',
  'database_damaged',
  'disk_full',
  'read_only',
  'internal',
];
const patienceMs = 150;
const yearMs = 365 * 24 * 60 * 60_000;

export const gatherPeople = (parts: Parts): People => {
  const { services, computer, journal, newWord, now, mostLeads } = parts;
  let atHome = false;

  /** Asks until the answer says what was done; null when everybody has gone home before. */
  const ask = async (command: string, input: unknown): Promise<Answer<unknown> | null> => {
    while (!atHome) {
      const answer = await computer.invoke(command, input);
      if (answer.ok || !passing.includes(answer.error.code)) return answer;
      if (answer.error.code === 'internal') journal.internal.push(command);
      if (answer.error.code === 'engine_stopped') await computer.restartEngine();
      await realPause(patienceMs);
    }
    return null;
  };

  /**
   * As `ask`, for what cannot go wrong otherwise; null also when the lead was shown and is gone, as a power
   * cut may leave it. Whether it comes back is seen at the end.
   */
  const must = async <T>(command: string, input: unknown): Promise<T | null> => {
    const answer = await ask(command, input);
    if (answer === null || (!answer.ok && answer.error.code === 'not_found')) return null;
    if (!answer.ok) throw new Error(`${command}: ${answer.error.code}: ${answer.error.message}`);
    return answer.value as T;
  };

  const rowOf = async (lead: Lead): Promise<LeadRow | null> => {
    const query = { view: 'all', query: lead.word, everywhere: true, limit: 5 };
    const found = await must<{ leads: readonly LeadRow[] }>('leads.list', query);
    return found?.leads.find(({ customerName }) => customerName.includes(lead.word)) ?? null;
  };

  const newLead = async (chance: Chance): Promise<void> => {
    const service = chance.pick(services);
    const word = newWord();
    const made = await service.control('POST', '/leads', {
      customer: { firstName: word, lastName: 'Rivera' },
    });
    journal.leads.push({
      ...{ service, word, isQuiet: chance.happens(0.4), isTaken: false },
      ...{ written: [], replies: [], notes: new Map(), tags: new Set() },
      ...{ draft: '', starred: false, archived: false, snoozedUntil: null },
      negotiationID: String(made['negotiationID']),
    });
    journal.events += 1;
  };

  const customerActs: People['customerActs'] = async (chance) => {
    const writing = journal.leads.filter(({ isQuiet }) => !isQuiet);
    if (writing.length === 0 || (journal.leads.length < mostLeads && chance.happens(0.25)))
      return newLead(chance);
    const lead = chance.pick(writing);
    const word = newWord();
    await lead.service.control('POST', `/leads/${lead.negotiationID}/messages`, {
      text: `Could you tell me about ${word}?`,
    });
    lead.written.push(word);
    journal.events += 1;
  };

  // -- the professional

  const send = async (lead: Lead, leadID: string, chance: Chance): Promise<void> => {
    const word = newWord();
    const replyID = randomUUID();
    const inAYear = chance.happens(0.1);
    const input = {
      ...{ leadID, replyID, text: `Gladly, ${word}.` },
      ...(inAYear
        ? { later: { at: now() + computer.clockSetBy + yearMs, unlessAnswered: false } }
        : {}),
    };
    // A held key, or a press that seemed to do nothing.
    const presses = chance.happens(0.2) ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: presses }, () => must<{ message: Message }>('messages.send', input)),
    );
    const reply: Reply = { word, replyID, state: inAYear ? 'waits' : 'sent' };
    // Whoever went home before an answer does not know what became of it.
    if (answers.includes(null)) return;
    lead.replies.push(reply);
    lead.draft = '';
    const messageID = answers[0]?.message.messageID;
    if (!chance.happens(0.25)) return;
    const undone = await ask('messages.undo', { messageID });
    if (undone === null) lead.replies.pop();
    else if (undone.ok) {
      reply.state = 'back';
      lead.draft = (undone.value as { draft: string }).draft;
    } else if (undone.error.code !== 'too_late') throw new Error(undone.error.code);
  };

  const write = async (lead: Lead, leadID: string): Promise<void> => {
    const replyID = randomUUID();
    let text = lead.draft;
    for (let keys = 0; keys < 3; keys++) {
      text = `${text} ${newWord()}`.trim();
      if ((await must('drafts.save', { leadID, replyID, text })) === null) return;
      lead.draft = text;
    }
  };

  const note = async (lead: Lead, leadID: string, chance: Chance): Promise<void> => {
    const known = [...lead.notes.keys()];
    const noteID = known.length > 0 && chance.happens(0.3) ? chance.pick(known) : randomUUID();
    const text = `Remember ${newWord()}`;
    const saved = await must('notes.save', { leadID, noteID, kind: 'note', text });
    if (saved !== null) lead.notes.set(noteID, text);
  };

  const mark = async (lead: Lead, leadID: string, chance: Chance): Promise<void> => {
    const tag = chance.pick(['kitchen', 'bathroom', 'roof', 'garden']);
    const isOn = lead.tags.has(tag);
    const tags = isOn ? { add: [], remove: [tag] } : { add: [tag], remove: [] };
    const starred = !lead.starred;
    if ((await must('leads.mark', { leadIDs: [leadID], tags, starred })) === null) return;
    if (isOn) lead.tags.delete(tag);
    else lead.tags.add(tag);
    lead.starred = starred;
  };

  /** Only where the customer writes no more: what is new ends both. */
  const putAway = async (lead: Lead, leadID: string, chance: Chance): Promise<void> => {
    if (!lead.isQuiet) return;
    const change = chance.happens(0.5)
      ? { archived: !lead.archived }
      : {
          snoozedUntil: lead.snoozedUntil === null ? now() + computer.clockSetBy + yearMs : null,
        };
    if ((await must('leads.mark', { leadIDs: [leadID], ...change })) === null) return;
    Object.assign(lead, change);
  };

  const professionalActs: People['professionalActs'] = async (chance) => {
    const free = journal.leads.filter(({ isTaken }) => !isTaken);
    if (free.length === 0) return;
    const lead = chance.pick(free);
    lead.isTaken = true;
    try {
      const row = await rowOf(lead);
      if (row === null || row.incomplete) return;
      const { leadID } = row;
      const what = chance.between(1, 10);
      if (what <= 4) await send(lead, leadID, chance);
      else if (what <= 6) await write(lead, leadID);
      else if (what <= 7) await note(lead, leadID, chance);
      else if (what <= 9) await mark(lead, leadID, chance);
      else await putAway(lead, leadID, chance);
      journal.events += 1;
    } finally {
      lead.isTaken = false;
    }
  };

  /** Whether the marketplace's own page shows the reply. */
  const isThere = async (lead: Lead, text: string): Promise<boolean> =>
    (await lead.service.thread(lead.negotiationID)).some((held) => held.text === text);

  const mendOne = async (lead: Lead, message: Message): Promise<void> => {
    const { messageID, sending, text } = message;
    if (sending?.state !== 'failed') return;
    // One that should wait and was held back by a repair: it goes now.
    const reply = lead.replies.find(({ word }) => text.includes(word));
    if (reply?.state === 'waits') reply.state = 'sent';
    const mayHaveLeft = ['outcome_unknown', 'restored'].includes(sending.reason.code);
    const arrived = mayHaveLeft && (await isThere(lead, text));
    if (arrived && lead.service.kind === 'legacy') await ask('messages.discard', { messageID });
    else
      await ask('messages.retry', {
        messageID,
        ...(mayHaveLeft && !arrived ? { anyway: true } : {}),
      });
  };

  const professionalMends: People['professionalMends'] = async () => {
    const list = await must<{ leads: readonly LeadRow[] }>('leads.list', {
      ...{ view: 'outgoing', limit: 500 },
    });
    for (const row of list?.leads ?? []) {
      const lead = journal.leads.find(({ word }) => row.customerName.includes(word));
      if (lead === undefined) continue;
      const page = await must<{ messages: readonly Message[] }>('thread.page', {
        ...{ leadID: row.leadID, limit: 200 },
      });
      for (const message of page?.messages ?? []) await mendOne(lead, message);
    }
  };

  return {
    customerActs,
    professionalActs,
    professionalMends,
    goHome: () => {
      atHome = true;
    },
  };
};
