/** The people of the campaign: customers who ask and write, and the professional. */
import { randomUUID } from 'node:crypto';
import { setTimeout as realPause } from 'node:timers/promises';
import type { Answer, ErrorCode } from '../../contract/errors.ts';
import type { LeadRow, Message } from '../../contract/records.ts';
import type { Chance } from './chance.ts';
import type { Computer } from './computer.ts';
import type { Journal, Lead, Reply } from './journal.ts';
import type { Service } from './service.ts';

export type People = {
  /** A customer sends a new request or another message. */
  readonly customerActs: (chance: Chance) => Promise<void>;
  /** The professional acts on one lead, and repeats the action until it has a clear answer. */
  readonly professionalActs: (chance: Chance) => Promise<void>;
  /** The professional retries failed replies, after a look at the marketplace's page. */
  readonly professionalRetries: () => Promise<void>;
  /** Ends all actions and retries. */
  readonly goHome: () => void;
};

type Dependencies = {
  readonly services: readonly Service[];
  readonly computer: Computer;
  readonly journal: Journal;
  readonly createWord: () => string;
  /** The computer's time without clock changes, UTC milliseconds. */
  readonly now: () => number;
  readonly maxLeads: number;
};

/** Errors after which a person tries again. */
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

export const createPeople = (parts: Dependencies): People => {
  const { services, computer, journal, createWord: newWord, now, maxLeads } = parts;
  let atHome = false;

  /** Repeats the command until its outcome is clear; null if the campaign ends before. */
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
   * Like `ask`, for a command that must succeed. Also null if the lead is missing, as it may be after a power
   * cut; the comparison at the end checks that it comes back.
   */
  const askOrThrow = async <T>(command: string, input: unknown): Promise<T | null> => {
    const answer = await ask(command, input);
    if (answer === null || (!answer.ok && answer.error.code === 'not_found')) return null;
    if (!answer.ok) throw new Error(`${command}: ${answer.error.code}: ${answer.error.message}`);
    return answer.value as T;
  };

  const findRow = async (lead: Lead): Promise<LeadRow | null> => {
    const query = { view: 'all', query: lead.word, everywhere: true, limit: 5 };
    const found = await askOrThrow<{ leads: readonly LeadRow[] }>('leads.list', query);
    return found?.leads.find(({ customerName }) => customerName.includes(lead.word)) ?? null;
  };

  const createLead = async (chance: Chance): Promise<void> => {
    const service = chance.pick(services);
    const word = newWord();
    const isLeftToRules = chance.happens(0.4);
    const made = await service.control('POST', '/leads', {
      customer: { firstName: word, lastName: 'Rivera' },
    });
    journal.leads.push({
      ...{ service, word, isLeftToRules, isTaken: false },
      isQuiet: chance.happens(isLeftToRules ? 0.7 : 0.4),
      ...{ written: [], replies: [], notes: new Map(), tags: new Set() },
      ...{ draft: '', starred: false, archived: false, snoozedUntil: null },
      negotiationID: String(made['negotiationID']),
    });
    journal.events += 1;
  };

  const customerActs: People['customerActs'] = async (chance) => {
    const writing = journal.leads.filter(({ isQuiet }) => !isQuiet);
    if (writing.length === 0 || (journal.leads.length < maxLeads && chance.happens(0.25)))
      return createLead(chance);
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
    // A held key, or a second press.
    const presses = chance.happens(0.2) ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: presses }, () =>
        askOrThrow<{ message: Message }>('messages.send', input),
      ),
    );
    const reply: Reply = { word, replyID, state: inAYear ? 'waits' : 'sent' };
    // The outcome is unknown when the campaign ended before an answer.
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
      if ((await askOrThrow('drafts.save', { leadID, replyID, text })) === null) return;
      lead.draft = text;
    }
  };

  const note = async (lead: Lead, leadID: string, chance: Chance): Promise<void> => {
    const known = [...lead.notes.keys()];
    const noteID = known.length > 0 && chance.happens(0.3) ? chance.pick(known) : randomUUID();
    const text = `Remember ${newWord()}`;
    const saved = await askOrThrow('notes.save', { leadID, noteID, kind: 'note', text });
    if (saved !== null) lead.notes.set(noteID, text);
  };

  const mark = async (lead: Lead, leadID: string, chance: Chance): Promise<void> => {
    const tag = chance.pick(['kitchen', 'bathroom', 'roof', 'garden']);
    const isOn = lead.tags.has(tag);
    const tags = isOn ? { add: [], remove: [tag] } : { add: [tag], remove: [] };
    const starred = !lead.starred;
    if ((await askOrThrow('leads.mark', { leadIDs: [leadID], tags, starred })) === null) return;
    if (isOn) lead.tags.delete(tag);
    else lead.tags.add(tag);
    lead.starred = starred;
  };

  /** Archives or snoozes a quiet lead: a new message would undo both. */
  const putAway = async (lead: Lead, leadID: string, chance: Chance): Promise<void> => {
    if (!lead.isQuiet) return;
    const change = chance.happens(0.5)
      ? { archived: !lead.archived }
      : {
          snoozedUntil: lead.snoozedUntil === null ? now() + computer.clockSetBy + yearMs : null,
        };
    if ((await askOrThrow('leads.mark', { leadIDs: [leadID], ...change })) === null) return;
    Object.assign(lead, change);
  };

  const professionalActs: People['professionalActs'] = async (chance) => {
    const free = journal.leads.filter(({ isTaken }) => !isTaken);
    if (free.length === 0) return;
    const lead = chance.pick(free);
    lead.isTaken = true;
    try {
      const row = await findRow(lead);
      if (row === null || row.isIncomplete) return;
      const { leadID } = row;
      const choice = lead.isLeftToRules ? chance.between(7, 9) : chance.between(1, 10);
      if (choice <= 4) await send(lead, leadID, chance);
      else if (choice <= 6) await write(lead, leadID);
      else if (choice <= 7) await note(lead, leadID, chance);
      else if (choice <= 9) await mark(lead, leadID, chance);
      else await putAway(lead, leadID, chance);
      journal.events += 1;
    } finally {
      lead.isTaken = false;
    }
  };

  /** True if the marketplace's page shows the reply. */
  const isThere = async (lead: Lead, text: string): Promise<boolean> =>
    (await lead.service.readThread(lead.negotiationID)).some((held) => held.text === text);

  const retryOne = async (lead: Lead, message: Message): Promise<void> => {
    const { messageID, sending, text } = message;
    if (sending?.state !== 'failed') return;
    // A scheduled reply that a repair held back is sent now.
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

  const professionalRetries: People['professionalRetries'] = async () => {
    const list = await askOrThrow<{ leads: readonly LeadRow[] }>('leads.list', {
      ...{ view: 'outgoing', limit: 500 },
    });
    for (const row of list?.leads ?? []) {
      const lead = journal.leads.find(({ word }) => row.customerName.includes(word));
      if (lead === undefined) continue;
      const page = await askOrThrow<{ messages: readonly Message[] }>('thread.page', {
        ...{ leadID: row.leadID, limit: 200 },
      });
      for (const message of page?.messages ?? []) await retryOne(lead, message);
    }
  };

  return {
    customerActs,
    professionalActs,
    professionalRetries,
    goHome: () => {
      atHome = true;
    },
  };
};
