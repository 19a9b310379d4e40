/**
 * The rules by which all desktops of a team show the same state. The last entry of a subject wins, for unknown kinds
 * too; compare-and-set kinds are decided when they are published. So a desktop that sees only the last kept entries
 * of a subject shows the same as one that saw all.
 */
import { known, ruleOf, type Fact, type Known } from './facts.ts';
import { ownerOf } from './subjects.ts';

/** The state of a subject: its last valid fact. `sequence` is that of its last entry. */
export type FactState = { readonly sequence: number; readonly fact: Fact | null };

/** An own change that waits to be published. `seen` is the subject's last sequence when it was made; 0 for none. */
export type WaitingFact = { readonly seen: number; readonly fact: Fact };

export type ShownFact = {
  readonly fact: Fact;
  readonly isWaiting: boolean;
  /** Whether the customer has written later than the author knew. */
  readonly hasEnded: boolean;
};

/** Adds an entry to the state of its subject. An entry that was added before changes nothing. */
export const reduceFact = (
  current: FactState | null,
  entry: { readonly sequence: number; readonly subject: string; readonly fact: Fact },
): FactState => {
  const { sequence, subject, fact } = entry;
  if (current !== null && sequence <= current.sequence) return current;
  const owner = ownerOf(subject);
  const isValid = owner === null || owner === fact.author.person;
  return { sequence, fact: isValid ? fact : (current?.fact ?? null) };
};

const upToOf = (fact: Fact | null): number => Number(fact?.body['upTo'] ?? -Infinity);

/** Whether an own change can no longer win: another entry came first, or a read time is not further. */
export const hasLost = (state: FactState | null, { seen, fact }: WaitingFact): boolean => {
  switch (ruleOf(fact.kind)) {
    case 'last':
      return false;
    case 'seen':
      return seen !== (state?.sequence ?? 0) && fact.text !== state?.fact?.text;
    case 'further':
      return upToOf(fact) <= upToOf(state?.fact ?? null);
  }
};

/** Whether a message is later than the one that the fact's author knew. */
const isLater = (message: Known, fact: Fact): boolean => {
  const read = known.safeParse(fact.body['known']);
  if (!read.success) return false;
  const { at, message: id } = read.data;
  return message.at > at || (message.at === at && message.message > id);
};

/**
 * Returns the fact to show: our waiting change, unless it has lost, else the state of the log.
 * @param lastCustomer the latest message of the lead's customer by time, then id
 */
export const showFact = (
  state: FactState | null,
  waiting: WaitingFact | null,
  lastCustomer: Known | null,
): ShownFact | null => {
  const isWaiting =
    waiting !== null && !hasLost(state, waiting) && waiting.fact.text !== state?.fact?.text;
  const fact = isWaiting ? waiting.fact : (state?.fact ?? null);
  if (fact === null) return null;
  return { fact, isWaiting, hasEnded: lastCustomer !== null && isLater(lastCustomer, fact) };
};
