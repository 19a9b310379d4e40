/** Looks up records at the marketplace for support, and adds a missing lead. */
import { z } from 'zod';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type {
  LookupRequest,
  LookupResult,
  ParsedRecord,
} from '../../../contract/commands/lookup.ts';
import type { AccountID, LeadID } from '../../../contract/records.ts';
import { serializeJSON } from '../../http/json.ts';
import { deriveFacts } from '../accounts/ingest/lead-facts.ts';
import type { Ingest } from '../accounts/ingest/ingest.ts';
import { getReason } from '../accounts/ingest/context.ts';
import type { FoundRecord, LookUp, Question } from '../accounts/look-up.ts';
import type { MessageColumn, Reader, Sources } from '../accounts/reader.ts';
import type { EngineDependencies } from '../accounts/runtime.ts';
import type { Service } from '../accounts/service.ts';
import type { MessageRecord } from '../conversation/message-record.ts';
import { findNegotiationOfMessage } from '../conversation/messages.ts';
import { listLeadsOfNegotiation } from '../leads/holders.ts';
import type { LeadRecord } from '../leads/lead-record.ts';
import type { LeadColumn } from '../leads/stored-lead.ts';
import { failNotConnected, type Handlers } from '../platform/command/handler.ts';
import { dropFarTime } from '../platform/http/fields.ts';
import { toLeadID } from '../platform/store/ids.ts';
import { listColumns, listUses } from './staging/fields.ts';

type Dependencies = Pick<EngineDependencies, 'store' | 'clock'> & {
  readonly ingest: Pick<Ingest, 'applyNegotiations'>;
  /** Null without a grant. */
  readonly findLookUp: (accountID: AccountID) => LookUp | null;
  readonly findService: (accountID: AccountID) => Pick<Service, 'fetchNegotiation'> | null;
  readonly findReader: (accountID: AccountID) => Reader;
  /** Fetches a lead and its conversation immediately. */
  readonly fetchSoon: (accountID: AccountID, lead: number) => void;
};

/** Support asks for the trace id, which a successful answer may lack. */
const traced = z.object({ traceID: z.string().min(1) });

type Columns<Column extends string> = Readonly<Record<Column, string | number | null>>;

const toLeadRow = (record: LeadRecord, json: string, now: number): Columns<LeadColumn> => {
  const facts = deriveFacts(record, json, dropFarTime(record.createdAt, now) ?? now);
  return {
    negotiation_id: facts.negotiationID,
    business_id: facts.businessID,
    customer_id: facts.customerID,
    customer_name: facts.customerName,
    category: facts.category,
    city: facts.city,
    status: facts.status,
    price_text: facts.price?.text ?? null,
    price_cents: facts.price?.cents ?? null,
    charge_state: facts.chargeState,
    created_at: facts.createdAt,
    complete: 1,
    availability: 'here',
  };
};

const toMessageRow = (record: MessageRecord, now: number): Columns<MessageColumn> => ({
  message_id: record.messageID,
  negotiation_id: record.negotiationID,
  side: record.side,
  author: record.side === 'business' ? record.business.name : record.customer.name,
  text: record.text,
  sent_at: dropFarTime(record.sentAt, now) ?? now,
});

/** Describes the stored columns and the use of each field of a record, or the reason why it cannot be read. */
const describeRecord = (
  reader: Reader,
  found: FoundRecord,
  json: string,
  now: number,
): Pick<ParsedRecord, 'reason' | 'columns' | 'fields' | 'negotiationID'> => {
  const { record } = found;
  const describe = <T extends { readonly negotiationID: string | null }, Column extends string>(
    read: Answer<T>,
    toRow: (parsed: T, now: number) => Columns<Column>,
    getSources: (parsed: T) => Sources<Column>,
  ) => {
    if (!read.ok)
      return { reason: getReason(read.error), columns: [], fields: [], negotiationID: null };
    const sources = getSources(read.value);
    return {
      reason: null,
      columns: listColumns(toRow(read.value, now), record, sources),
      fields: listUses(record, sources),
      negotiationID: read.value.negotiationID,
    };
  };
  return found.of === 'message'
    ? describe(reader.parseMessage(record), toMessageRow, found.sources)
    : describe(
        reader.parseLead(record),
        (lead) => toLeadRow(lead, json, now),
        () => reader.sources,
      );
};

/** Handlers of `lookup.*`. */
export const createLookupCommands = (
  dependencies: Dependencies,
): Handlers<'lookup.run' | 'lookup.addLead'> => {
  const { store, clock, ingest, findLookUp, findService, findReader, fetchSoon } = dependencies;
  const findLeadID = (accountID: AccountID, negotiationID: string | null): LeadID | null => {
    const [existing] =
      negotiationID === null ? [] : listLeadsOfNegotiation(store, accountID, negotiationID);
    return existing === undefined ? null : toLeadID(existing.lead);
  };

  const resolveQuestion = (accountID: AccountID, request: LookupRequest): Answer<Question> => {
    if (request.kind !== 'message') return succeed(request);
    const { kind, messageID } = request;
    const negotiationID =
      request.negotiationID ?? findNegotiationOfMessage(store, accountID, messageID);
    return negotiationID === null
      ? fail('not_found', 'The lead of this message is not known here.')
      : succeed({ kind, messageID, negotiationID });
  };

  const parseRecord =
    (accountID: AccountID) =>
    (found: FoundRecord): ParsedRecord => {
      const json = serializeJSON(found.record) ?? 'null';
      const reading = describeRecord(findReader(accountID), found, json, clock.now());
      return {
        of: found.of,
        record: json,
        ...reading,
        leadID: findLeadID(accountID, reading.negotiationID),
      };
    };

  return {
    'lookup.run': async ({ accountID, request }): Promise<Answer<LookupResult>> => {
      const look = findLookUp(accountID);
      if (look === null) return failNotConnected();
      const question = resolveQuestion(accountID, request);
      if (!question.ok) return question;
      const start = clock.steady();
      const lookup = await look(question.value);
      if (lookup === null) return fail('not_found', 'The account has no such lookup.');
      const { request: sent, answer } = lookup;
      const durationMs = Math.max(0, Math.round(clock.steady() - start));
      if (!answer.ok) {
        const outcome = { state: 'failed' as const, error: answer.error };
        return succeed({ request: sent, durationMs, outcome });
      }
      const { status, body, records } = answer.value;
      const traceID = traced.safeParse(body).data?.traceID.slice(0, 200) ?? null;
      const parsedRecords = records.map(parseRecord(accountID));
      const outcome = { state: 'answered' as const, status, body, traceID, parsedRecords };
      return succeed({ request: sent, durationMs, outcome });
    },

    'lookup.addLead': async ({ accountID, negotiationID }) => {
      const service = findService(accountID);
      if (service === null) return failNotConnected();
      const answer = await service.fetchNegotiation(negotiationID, 'person');
      if (!answer.ok) return answer;
      // Like an import: only later messages count as new.
      ingest.applyNegotiations(accountID, [answer.value], 'backfill');
      const [added] = listLeadsOfNegotiation(store, accountID, negotiationID);
      if (added === undefined) {
        const read = findReader(accountID).parseLead(answer.value);
        const detail = read.ok ? {} : { detail: getReason(read.error) };
        const message = 'The service answered with a record that is no such lead.';
        return fail('unexpected_answer', message, detail);
      }
      fetchSoon(added.accountID, added.lead);
      return succeed({ leadID: toLeadID(added.lead) });
    },
  };
};
