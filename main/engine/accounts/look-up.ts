/**
 * Looks records up at the marketplace. Support needs the raw response, so it is neither filtered
 * nor validated. No call changes anything, not even a POST.
 */
import type { LookupKind, LookupRequest } from '../../../contract/commands/lookup.ts';
import { succeed, type Answer } from '../../../contract/errors.ts';
import type { MessageRecord } from '../conversation/message-record.ts';
import { buildAddress, type Call, type Transport } from '../platform/http/transport.ts';
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

export type LookupCall = Pick<Call, 'name' | 'path' | 'query' | 'body'> & {
  readonly method: 'GET' | 'POST';
};

export type LookupCalls<K extends LookupKind> = {
  readonly [P in K]: (question: QuestionOf<P>) => LookupCall;
};

/** Null if the generation lacks the kind of lookup. */
export const findLookupCall = <K extends LookupKind>(
  calls: LookupCalls<K>,
  question: Question,
): LookupCall | null => {
  // The compiler cannot infer that the entry matches this question's kind.
  const byKind = calls as Readonly<Partial<Record<LookupKind, (question: never) => LookupCall>>>;
  return byKind[question.kind]?.(question as never) ?? null;
};

/** Creates a function that sends a lookup and returns request, response and records, also for a failure. */
export const createLookupSender =
  (ask: Transport, base: URL) =>
  async (
    call: LookupCall,
    recordsIn: (body: unknown) => readonly FoundRecord[],
  ): Promise<Lookup> => {
    let status = 0;
    const answer = await ask({
      ...call,
      isReadOnly: true,
      urgency: 'person',
      expects: 'record',
      onResponse: (raw) => {
        status = raw.status;
      },
    });
    return {
      request: {
        method: call.method,
        url: base.origin + buildAddress(base, call),
        body: call.body === undefined ? null : JSON.stringify(call.body),
      },
      answer: answer.ok
        ? succeed({ status, body: answer.value, records: recordsIn(answer.value) })
        : answer,
    };
  };
