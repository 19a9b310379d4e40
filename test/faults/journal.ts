/**
 * What really happened: which leads there are, what the customers wrote, and what the professional was told
 * is done. At the end the services and the app are held against it.
 */
import type { Service } from './service.ts';

/** A reply of the professional's, by its word. */
export type Reply = {
  readonly word: string;
  readonly replyID: string;
  /** `sent`: it must be with the customer, once. `back`: never. `waits`: it leaves in a year. */
  state: 'sent' | 'back' | 'waits';
};

export type Lead = {
  readonly service: Service;
  readonly negotiationID: string;
  /** In the customer's name. */
  readonly word: string;
  /** Its customer writes no more: what the professional said of it stays as it is. */
  readonly isQuiet: boolean;
  /** The words that its customer wrote. */
  readonly written: string[];
  readonly replies: Reply[];
  /** Texts of notes by their ids. */
  readonly notes: Map<string, string>;
  readonly tags: Set<string>;
  draft: string;
  starred: boolean;
  archived: boolean;
  snoozedUntil: number | null;
  /** Somebody is busy with it. */
  isTaken: boolean;
};

export type Journal = {
  readonly leads: Lead[];
  /** How often somebody did something. */
  events: number;
  /** Answers that say that the program is wrong, by what was asked. */
  readonly internal: string[];
};

export const openJournal = (): Journal => ({ leads: [], events: 0, internal: [] });
