/** Compares the engines of the office with each other, with the sandbox, and with what people and customers did. */
import type { Findings } from './compare.ts';

/** What was confirmed to people, and what customers did. */
export type Promises = {
  readonly leads: Set<string>;
  readonly words: Set<string>;
  readonly replies: Set<string>;
  readonly notes: Set<string>;
};

/** What an engine has. */
export type Kept = {
  readonly name: string;
  readonly messages: readonly (readonly [
    lead: string,
    text: string,
    side: string,
    person: string,
  ])[];
  readonly leads: readonly (readonly [string])[];
  readonly marks: readonly unknown[];
  readonly notes: readonly (readonly [lead: string, note: string, text: string, person: string])[];
  /** Replies and changes that have not left, and entries of the log that could not be read. */
  readonly waiting: readonly (readonly string[])[];
};

const isOurs = (text: string): boolean => /^(?:word|reply) /.test(text);

const repeated = (texts: readonly string[]): readonly string[] => {
  const seen = new Set<string>();
  return texts.filter((text) => seen.size === seen.add(text).size);
};

/** @param threads the texts at the sandbox, by lead */
export const compareOffice = (
  seats: readonly Kept[],
  threads: ReadonlyMap<string, readonly string[]>,
  promises: Promises,
): Findings => {
  const findings: Findings = { lost: [], doubled: [], misplaced: [], different: [] };
  const { lost, doubled, misplaced, different } = findings;
  const held = [...threads.values()].flat().filter(isOurs);
  for (const text of repeated(held)) doubled.push(`the customer got ${text} twice`);
  for (const text of promises.replies)
    if (!held.includes(text)) lost.push(`the customer lacks ${text}`);
  const [first] = seats;
  for (const seat of seats) {
    const { name } = seat;
    for (const waiting of seat.waiting) lost.push(`${name}: waits: ${waiting.join(' ')}`);
    const leads = new Set(seat.leads.map(([lead]) => lead));
    for (const lead of promises.leads) if (!leads.has(lead)) lost.push(`${name}: lead ${lead}`);
    const texts = seat.messages.map(([, text]) => text).filter(isOurs);
    for (const text of repeated(texts)) doubled.push(`${name}: ${text}`);
    for (const text of held) if (!texts.includes(text)) lost.push(`${name}: ${text}`);
    const notes = seat.notes.map(([, , text]) => text);
    for (const text of promises.notes) if (!notes.includes(text)) lost.push(`${name}: ${text}`);
    for (const text of repeated(notes)) doubled.push(`${name}: ${text}`);
    for (const [lead, text] of seat.messages)
      if (isOurs(text) && threads.get(lead)?.includes(text) === false)
        misplaced.push(`${name}: ${text}`);
    if (first === undefined) continue;
    const rows = ({ marks, notes: all, messages }: Kept): Record<string, string> => ({
      marks: JSON.stringify(marks),
      notes: JSON.stringify(all),
      messages: JSON.stringify(messages.filter(([, text]) => isOurs(text)).toSorted()),
    });
    const [own, others] = [rows(seat), rows(first)];
    for (const kind of Object.keys(own))
      if (own[kind] !== others[kind]) different.push(`${kind} of ${name} and ${first.name}`);
  }
  return findings;
};
