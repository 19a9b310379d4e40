/** Handlers of `staging.*` in the engine. Main creates the test leads; production accounts are refused. */
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import type { AccountID, LeadID } from '../../../../contract/records.ts';
import { z } from 'zod';
import type { Ingest } from '../../accounts/ingest/ingest.ts';
import type { Reader } from '../../accounts/reader.ts';
import type { Service } from '../../accounts/service.ts';
import { parseJSON } from '../../../http/json.ts';
import { id } from '../../platform/http/fields.ts';
import { parse } from '../../platform/http/parse.ts';
import { columnsOf, usesOf } from './fields.ts';
import { accountByID } from '../../accounts/rows.ts';
import { leadIDOf, rowOf } from '../../platform/store/ids.ts';
import { findLead } from '../../leads/leads.ts';
import type { Store } from '../../platform/store/store.ts';
import { storedLead, storedMessages, type StoredLead } from '../../leads/stored-lead.ts';
import { noSuchLead, type Handlers } from '../../platform/command/handler.ts';
import { storedJSON } from '../../platform/store/stored.ts';

type Dependencies = {
  readonly store: Store;
  readonly ingest: Pick<Ingest, 'negotiations' | 'messages' | 'lead'>;
  /** Null without a grant. */
  readonly client: (accountID: string) => Pick<Service, 'negotiation' | 'thread'> | null;
  readonly readerOf: (accountID: string) => Reader;
  /** Whether the service can be polled for a lead; otherwise the test call's response contains it. */
  readonly canPollLeads: (accountID: string) => boolean;
};

const maxMessages = 50;

const testLead = z.object({ leadID: id });

export const stagingCommands = (
  dependencies: Dependencies,
): Handlers<'staging.ingest' | 'staging.preview' | 'staging.thread'> => {
  const { store, ingest, client, readerOf, canPollLeads } = dependencies;
  const refusalOf = (accountID: AccountID): Answer<never> | null => {
    const account = accountByID(store, accountID);
    if (account === null) return fail('not_found', 'There is no such account.');
    return account.profile.environment === 'production'
      ? fail('forbidden', 'Test leads are never shown for a production account.')
      : null;
  };

  const findRow = (accountID: AccountID, leadID: LeadID): Answer<StoredLead & { lead: number }> => {
    const refusal = refusalOf(accountID);
    if (refusal !== null) return refusal;
    const lead = rowOf(leadID);
    const row = lead === null ? null : storedLead(store, lead);
    return lead === null || row?.account_id !== accountID
      ? noSuchLead()
      : succeed({ ...row, lead });
  };

  /** Fetches and stores a conversation; returns the service's ids of its messages. */
  const fetchThread = async (
    accountID: AccountID,
    negotiationID: string,
  ): Promise<Answer<string[]>> => {
    const service = client(accountID);
    if (service === null) return fail('reconnect_needed', 'The account is not connected.');
    const serviceIDs: string[] = [];
    for await (const page of service.thread(negotiationID, null, 'person')) {
      if (!page.ok) return page;
      ingest.messages(accountID, negotiationID, page.value, 'poll');
      for (const record of page.value) {
        const read = readerOf(accountID).message(record);
        if (read.ok) serviceIDs.push(read.value.messageID);
      }
    }
    return succeed(serviceIDs);
  };

  /** Fetches and stores a lead and its conversation; returns the service's ids of its messages. */
  const fetchLead = async (
    accountID: AccountID,
    negotiationID: string,
  ): Promise<Answer<unknown>> => {
    const answer = await client(accountID)?.negotiation(negotiationID, 'person');
    if (answer?.ok) ingest.negotiations(accountID, [answer.value], 'poll');
    return answer?.ok === false ? answer : fetchThread(accountID, negotiationID);
  };

  return {
    'staging.ingest': async ({ accountID, testLead: json }) => {
      const refusal = refusalOf(accountID);
      if (refusal !== null) return refusal;
      const record = parseJSON(json);
      const read = parse(testLead, record);
      if (!read.ok) return read;
      const { leadID } = read.value;
      if (!canPollLeads(accountID)) {
        const reason = ingest.lead(accountID, record);
        if (reason !== null)
          return fail('unexpected_answer', 'The test lead cannot be read.', { detail: reason });
      } else {
        const fetched = await fetchLead(accountID, leadID);
        if (!fetched.ok) return fetched;
      }
      const known = findLead(store, accountID, leadID);
      return known === null
        ? fail(
            'unexpected_answer',
            'The service answered with another lead than the one asked for.',
          )
        : succeed({ leadID: leadIDOf(known.lead) });
    },

    'staging.preview': ({ accountID, leadID }) => {
      const row = findRow(accountID, leadID);
      if (!row.ok) return row;
      const { lead, record: json } = row.value;
      const record = storedJSON(json) ?? {};
      const { sources } = readerOf(accountID);
      return succeed({
        record: json,
        fields: usesOf(record, sources),
        columns: columnsOf(row.value, record, sources),
        messages: storedMessages(store, lead, maxMessages),
      });
    },

    'staging.thread': async ({ accountID, leadID }) => {
      const row = findRow(accountID, leadID);
      if (!row.ok) return row;
      const read = await fetchThread(accountID, row.value.negotiation_id);
      return read.ok ? succeed({ serviceIDs: read.value }) : read;
    },
  };
};
