/**
 * Lookups in the marketplace: one table of calls for each interface generation. Support needs the raw response,
 * so it is neither filtered nor validated. No call changes anything, not even a POST.
 */
import type { LookupKind, LookupRequest } from '../../../contract/commands/lookup.ts';
import { succeed, type Answer } from '../../../contract/errors.ts';
import type { MessageRecord } from '../conversation/message-record.ts';
import { addressBelow, type Call, type Transport } from '../platform/http/transport.ts';
import type { MessageColumn, Sources } from './reader.ts';

/** A request that can be asked: a message is asked for in its negotiation. */
export type Question =
  | Exclude<LookupRequest, { kind: 'message' }>
  | { readonly kind: 'message'; readonly negotiationID: string; readonly messageID: string };
export type QuestionOf<K extends LookupKind> = Extract<Question, { readonly kind: K }>;

/** A record of an answer that the app knows how to read. */
export type FoundRecord =
  | { readonly of: 'lead'; readonly record: unknown }
  | {
      readonly of: 'message';
      readonly record: unknown;
      /** Where the reader takes from what is stored of this message. */
      readonly sources: (read: MessageRecord) => Sources<MessageColumn>;
    };

/** A whole answer and its status. */
export type Found = {
  readonly status: number;
  readonly body: unknown;
  readonly records: readonly FoundRecord[];
};

export type Lookup = {
  readonly request: {
    readonly method: 'GET' | 'POST';
    readonly url: string;
    readonly body: string | null;
  };
  /** Errors: those of a GET, for the POSTs too. */
  readonly answer: Answer<Found>;
};

/** Looks something up with an account's token; null for a kind that its generation does not answer. */
export type LookUp = (question: Question) => Promise<Lookup | null>;

export type Outline = Pick<Call, 'name' | 'path' | 'query' | 'body'> & {
  readonly method: 'GET' | 'POST';
};

/** The calls of the kinds `K`. */
export type Outlines<K extends LookupKind> = {
  readonly [P in K]: (question: QuestionOf<P>) => Outline;
};

/** The call of a question, or null for a kind that is not in the table. */
export const outlineOf = <K extends LookupKind>(
  outlines: Outlines<K>,
  question: Question,
): Outline | null => {
  // The compiler does not see that an entry belongs to the kind of this very question.
  const makers = outlines as Readonly<Partial<Record<LookupKind, (asked: never) => Outline>>>;
  return makers[question.kind]?.(question as never) ?? null;
};

/**
 * Sends calls with a person's priority, and returns each request with its response.
 *
 * @param base the service's address, as its transport has it
 */
export const lookerAt =
  (ask: Transport, base: URL) =>
  async (
    outline: Outline,
    recordsIn: (body: unknown) => readonly FoundRecord[],
  ): Promise<Lookup> => {
    let status = 0;
    const answer = await ask({
      ...outline,
      onlyAsks: true,
      urgency: 'person',
      expects: 'record',
      heard: (raw) => {
        status = raw.status;
      },
    });
    return {
      request: {
        method: outline.method,
        url: base.origin + addressBelow(base, outline),
        body: outline.body === undefined ? null : JSON.stringify(outline.body),
      },
      answer: answer.ok
        ? succeed({ status, body: answer.value, records: recordsIn(answer.value) })
        : answer,
    };
  };
