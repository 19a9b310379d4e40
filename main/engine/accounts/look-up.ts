/**
 * Looks records up at the marketplace. Support needs the raw response, so it is neither filtered
 * nor validated. No call changes anything, not even a POST.
 */
import type { LookupKind, LookupRequest } from '../../../contract/commands/lookup.ts';
import { succeed, type Answer } from '../../../contract/errors.ts';
import type { MessageRecord } from '../conversation/message-record.ts';
import { addressBelow, type Call, type Transport } from '../platform/http/transport.ts';
import type { MessageColumn, Sources } from './reader.ts';

/** A lookup with the ids that the service needs: a message is fetched through its negotiation. */
export type Question =
  | Exclude<LookupRequest, { kind: 'message' }>
  | { readonly kind: 'message'; readonly negotiationID: string; readonly messageID: string };
export type QuestionOf<K extends LookupKind> = Extract<Question, { readonly kind: K }>;

export type FoundRecord =
  | { readonly of: 'lead'; readonly record: unknown }
  | {
      readonly of: 'message';
      readonly record: unknown;
      readonly sources: (read: MessageRecord) => Sources<MessageColumn>;
    };

export type LookupResult = {
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
  /** Errors: those of a GET, also for a POST. */
  readonly answer: Answer<LookupResult>;
};

/** Runs a lookup with an account's token; null for a kind that its generation lacks. */
export type LookUp = (question: Question) => Promise<Lookup | null>;

export type Outline = Pick<Call, 'name' | 'path' | 'query' | 'body'> & {
  readonly method: 'GET' | 'POST';
};

export type Outlines<K extends LookupKind> = {
  readonly [P in K]: (question: QuestionOf<P>) => Outline;
};

/** Returns the request of a lookup, or null if the generation does not have its kind. */
export const findOutline = <K extends LookupKind>(
  outlines: Outlines<K>,
  question: Question,
): Outline | null => {
  // The compiler cannot see that the entry matches this question's kind.
  const makers = outlines as Readonly<Partial<Record<LookupKind, (asked: never) => Outline>>>;
  return makers[question.kind]?.(question as never) ?? null;
};

/**
 * Creates a function that sends a lookup and returns request, response and records. A failure is
 * a result too.
 */
export const lookupSender =
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
      onAnswer: (raw) => {
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
