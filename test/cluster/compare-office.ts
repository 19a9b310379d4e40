/** Compares the engines of the office with each other, with the sandbox, and with what people and customers did. */
import { findRepeated, type Findings } from './compare.ts';
import type { Kept } from './kept.ts';

/** Texts and leads that every engine must have: confirmed to people, or sent by customers. */
export type Promises = {
  readonly leads: Set<string>;
  readonly words: Set<string>;
  readonly replies: Set<string>;
  readonly notes: Set<string>;
};

/** A desktop that was removed from the team, and its person. */
export type Removed = Kept & { readonly person: string };

const isOurs = (text: string): boolean => /^(?:word|reply) /.test(text);

/** Replies and notes that wait on a desktop, and that its person sees there. */
const listWaiting = ({ waiting, notes }: Kept): readonly string[] =>
  waiting.flatMap(([of, kind, item]) => {
    if (of === 'reply') return [item];
    const note = of === 'change' && kind === 'note' && notes.find(([, id]) => id === item);
    return note ? [note[2]] : [];
  });

/**
 * @param removed desktops that left the team; data that only they have is not missed
 * @param threads the texts at the sandbox, by lead
 */
export const compareOffice = (
  seats: readonly Kept[],
  removed: readonly Removed[],
  threads: ReadonlyMap<string, readonly string[]>,
  { leads: promisedLeads, ...promised }: Promises,
): Findings => {
  const findings: Findings = { lost: [], doubled: [], misplaced: [], different: [] };
  const { lost, doubled, misplaced, different } = findings;
  const kept = new Set(removed.flatMap(listWaiting));
  const known = seats.flatMap(({ notes }) => notes.map(([, , text]) => text));
  const promises = {
    leads: promisedLeads,
    replies: [...promised.replies].filter((text) => !kept.has(text)),
    notes: [...promised.notes].filter((text) => !kept.has(text) || known.includes(text)),
  };
  const held = [...threads.values()].flat().filter(isOurs);
  for (const text of findRepeated(held)) doubled.push(`the customer got ${text} twice`);
  for (const text of promises.replies)
    if (!held.includes(text)) lost.push(`the customer lacks ${text}`);
  const [first] = seats;
  for (const seat of seats) {
    const { name } = seat;
    for (const waiting of seat.waiting) lost.push(`${name}: waits: ${waiting.join(' ')}`);
    const leads = new Set(seat.leads.map(([lead]) => lead));
    for (const lead of promises.leads) if (!leads.has(lead)) lost.push(`${name}: lead ${lead}`);
    const texts = seat.messages.map(([, text]) => text).filter(isOurs);
    for (const text of findRepeated(texts)) doubled.push(`${name}: ${text}`);
    for (const text of held) if (!texts.includes(text)) lost.push(`${name}: ${text}`);
    const notes = seat.notes.map(([, , text]) => text);
    for (const text of promises.notes) if (!notes.includes(text)) lost.push(`${name}: ${text}`);
    for (const text of findRepeated(notes)) doubled.push(`${name}: ${text}`);
    for (const [lead, text] of seat.messages)
      if (isOurs(text) && threads.get(lead)?.includes(text) === false)
        misplaced.push(`${name}: ${text}`);
    for (const [lead, mark, , value] of seat.marks)
      if (mark === 'assignee' && removed.some(({ person }) => person === value))
        misplaced.push(`${name}: ${lead} is assigned to a person who is gone`);
    if (first === undefined) continue;
    const describeRows = ({ marks, notes: all, messages }: Kept): Record<string, string> => ({
      marks: JSON.stringify(marks),
      notes: JSON.stringify(all),
      messages: JSON.stringify(messages.filter(([, text]) => isOurs(text)).toSorted()),
    });
    const [own, others] = [describeRows(seat), describeRows(first)];
    for (const kind of Object.keys(own))
      if (own[kind] !== others[kind]) different.push(`${kind} of ${name} and ${first.name}`);
  }
  return findings;
};
