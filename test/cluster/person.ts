/** A person of the office, who marks, writes notes, assigns and replies until `quiet`. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LeadRow, NoteID, ReplyID } from '../../contract/records.ts';
import type { Chance } from '../faults/chance.ts';
import type { Promises } from './compare-office.ts';
import type { Ask } from './seat.ts';

/** No clock is set forward this far, so no snooze ends. */
const snoozeMs = 365 * 24 * 60 * 60_000;

export const createPerson = ({
  name,
  ask,
  getClockOffset,
  chance,
  listPeople,
  promises,
}: {
  readonly name: string;
  readonly ask: Ask;
  /** Milliseconds by which the clock of the person's computer is ahead. */
  readonly getClockOffset: () => number;
  readonly chance: Chance;
  /** Everybody of the team. */
  readonly listPeople: () => readonly string[];
  readonly promises: Promises;
}) => {
  let isQuiet = false;
  let number = 0;
  const now = (): number => Date.now() + getClockOffset();

  const actions: readonly ((row: LeadRow) => Promise<unknown>)[] = [
    ({ leadID }) =>
      ask((at) => at.call('leads.mark', { leadIDs: [leadID], starred: chance.happens(0.5) })),
    ({ leadID }) =>
      ask((at) => at.call('leads.mark', { leadIDs: [leadID], archived: chance.happens(0.5) })),
    ({ leadID }) => {
      const tag = chance.pick(['VIP', 'Roof', 'Later']);
      const [add, remove] = chance.happens(0.6) ? [[tag], []] : [[], [tag]];
      return ask((at) => at.call('leads.mark', { leadIDs: [leadID], tags: { add, remove } }));
    },
    ({ leadID }) => {
      const assignee = chance.happens(0.8) ? chance.pick(listPeople()) : null;
      return ask((at) => at.call('leads.mark', { leadIDs: [leadID], assignee }));
    },
    ({ leadID }) => {
      const snoozedUntil = chance.happens(0.5) ? now() + snoozeMs : null;
      return ask((at) => at.call('leads.mark', { leadIDs: [leadID], snoozedUntil }));
    },
    // A claim, or its end.
    ({ leadID }) => {
      const isTyping = chance.happens(0.5);
      return ask((at) => at.call('thread.watch', { leadID, focused: true, isTyping }));
    },
    // An owner's desktop takes over a colleague's waiting reply; the log lets one desktop send it.
    async ({ leadID }) => {
      const waiting = await ask((at) => at.call('team.waiting', { leadID }));
      const [reply] = waiting?.ok ? waiting.value.replies : [];
      if (reply === undefined) return;
      await ask((at) => at.call('team.takeReply', { leadID, replyID: reply.replyID }));
    },
    async ({ leadID }) => {
      const text = `note ${name} ${(number += 1)}`;
      const noteID = randomUUID() as NoteID;
      const saved = await ask((at) =>
        at.call('notes.save', { leadID, noteID, kind: 'note', text }),
      );
      if (saved?.ok) promises.notes.add(text);
    },
    async ({ leadID }) => {
      const text = `reply ${name} ${(number += 1)}`;
      const replyID = randomUUID() as ReplyID;
      const later = { at: now() + chance.between(3_000, 15_000), unlessAnswered: false };
      const sent = await ask((at) =>
        at.call('messages.send', {
          ...{ leadID, replyID, text, anyway: true },
          // A time by a wrong clock would be hours away once the clock is right.
          ...(chance.happens(0.4) && getClockOffset() === 0 && { later }),
        }),
      );
      if (sent?.ok) promises.replies.add(text);
    },
  ];

  return {
    work: async (): Promise<void> => {
      while (!isQuiet) {
        await pause(chance.between(150, 1_200));
        const rows = await ask((at) => at.leads('all'));
        if (rows === undefined || rows.length === 0 || isQuiet) continue;
        await chance.pick(actions)(chance.pick(rows));
      }
    },
    quiet: () => (isQuiet = true),
  };
};
