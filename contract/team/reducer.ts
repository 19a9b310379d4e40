/**
 * The rules by which all desktops of a team show the same state. The last entry of a subject wins, for unknown kinds
 * too; compare-and-set kinds are decided when they are published. So a desktop that sees only the last kept entries
 * of a subject shows the same as one that saw all.
 */
import { known, type Fact, type Known } from './facts.ts';
import { findOwner } from './subjects.ts';

/** The state of a subject: its last valid fact. `sequence` is that of its last entry. */
export type FactState = { readonly sequence: number; readonly fact: Fact | null };

/** Adds an entry to the state of its subject. An entry that was added before changes nothing. */
export const reduceFact = (
  current: FactState | null,
  entry: { readonly sequence: number; readonly subject: string; readonly fact: Fact },
): FactState => {
  const { sequence, subject, fact } = entry;
  if (current !== null && sequence <= current.sequence) return current;
  const owner = findOwner(subject);
  const isValid = owner === null || owner === fact.author.person;
  return { sequence, fact: isValid ? fact : (current?.fact ?? null) };
};

const getUpTo = (fact: Fact | null): number => Number(fact?.body['upTo'] ?? -Infinity);

/** True if a fact of the kind `read` has a later time than the log. */
export const isFurther = (fact: Fact, state: FactState | null): boolean =>
  getUpTo(fact) > getUpTo(state?.fact ?? null);

/**
 * True if the customer has written after the last message that the author of a fact knew.
 * @param last the latest message of the lead's customer by time, then id
 */
export const hasEnded = (fact: Fact, last: Known | null): boolean => {
  const read = known.safeParse(fact.body['known']);
  if (!read.success || last === null) return false;
  const { at, message } = read.data;
  return last.at > at || (last.at === at && last.message > message);
};
