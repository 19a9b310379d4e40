/** Records what really happened: leads, customers' messages, and the professional's confirmed actions. */
import type { Service } from './service.ts';

/** A reply of the professional, identified by its word. */
export type Reply = {
  readonly word: string;
  readonly replyID: string;
  /** `sent`: the customer must get it once. `back`: never. `waits`: it is due in a year. */
  state: 'sent' | 'back' | 'waits';
};

export type Lead = {
  readonly service: Service;
  readonly negotiationID: string;
  readonly word: string;
  /** Its customer writes no more, so that archived and snoozed stay as they are. */
  readonly isQuiet: boolean;
  /** Professionals neither reply, write drafts nor put it away, so that rules reply to it. */
  readonly isLeftToRules: boolean;
  /** Words of its customer's messages. */
  readonly written: string[];
  readonly replies: Reply[];
  readonly notes: Map<string, string>;
  readonly tags: Set<string>;
  draft: string;
  starred: boolean;
  archived: boolean;
  snoozedUntil: number | null;
  /** True while an actor uses it. */
  isTaken: boolean;
};

export type Journal = {
  readonly leads: Lead[];
  /** Number of actions. */
  events: number;
  /** Answers with an internal error, by command. */
  readonly internal: string[];
};

export const openJournal = (): Journal => ({ leads: [], events: 0, internal: [] });
