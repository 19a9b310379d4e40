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
import { listColumns, listUses } from './fields.ts';
import { findAccount } from '../../accounts/rows.ts';
import { toLeadID, toRow } from '../../platform/store/ids.ts';
import { findLead } from '../../leads/leads.ts';
import type { Store } from '../../platform/store/store.ts';
import { findStoredLead, listStoredMessages, type StoredLead } from '../../leads/stored-lead.ts';
import { failNoSuchLead, failNotConnected, type Handlers } from '../../platform/command/handler.ts';
import { readStoredJSON } from '../../platform/store/stored.ts';

type Dependencies = {
  readonly store: Store;
  readonly ingest: Pick<Ingest, 'applyNegotiations' | 'applyMessages' | 'applyLead'>;
  /** Null without a grant. */
  readonly findService: (
    accountID: string,
  ) => Pick<Service, 'fetchNegotiation' | 'fetchMessages'> | null;
  readonly findReader: (accountID: string) => Reader;
  /** True if the service can be polled for a lead; otherwise the test call's response contains it. */
  readonly canPollLeads: (accountID: string) => boolean;
};

const maxMessages = 50;

const testLead = z.object({ leadID: id });

export const createStagingCommands = (
  dependencies: Dependencies,
): Handlers<'staging.ingest' | 'staging.preview' | 'staging.thread'> => {
  const { store, ingest, findService, findReader, canPollLeads } = dependencies;
  const findRefusal = (accountID: AccountID): Answer<never> | null => {
    const account = findAccount(store, accountID);
    if (account === null) return fail('not_found', 'There is no such account.');
    return account.profile.environment === 'production'
      ? fail('forbidden', 'Test leads are never shown for a production account.')
      : null;
  };

  const findRow = (accountID: AccountID, leadID: LeadID): Answer<StoredLead & { lead: number }> => {
    const refusal = findRefusal(accountID);
    if (refusal !== null) return refusal;
    const lead = toRow(leadID);
    const row = lead === null ? null : findStoredLead(store, lead);
    return lead === null || row?.account_id !== accountID
      ? failNoSuchLead()
      : succeed({ ...row, lead });
  };

  /** Fetches and stores a conversation; returns the service's ids of its messages. */
  const fetchThread = async (
    accountID: AccountID,
    negotiationID: string,
  ): Promise<Answer<string[]>> => {
    const service = findService(accountID);
    if (service === null) return failNotConnected();
    const serviceIDs: string[] = [];
    for await (const page of service.fetchMessages(negotiationID, null, 'person')) {
      if (!page.ok) return page;
      ingest.applyMessages(accountID, negotiationID, page.value, 'poll');
      for (const record of page.value) {
        const read = findReader(accountID).parseMessage(record);
        if (read.ok) serviceIDs.push(read.value.messageID);
      }
    }
    return succeed(serviceIDs);
  };

  /** Fetches and stores a lead and its conversation. */
  const fetchLead = async (
    accountID: AccountID,
    negotiationID: string,
  ): Promise<Answer<unknown>> => {
    const service = findService(accountID);
    if (service === null) return failNotConnected();
    const answer = await service.fetchNegotiation(negotiationID, 'person');
    if (!answer.ok) return answer;
    ingest.applyNegotiations(accountID, [answer.value], 'poll');
    return fetchThread(accountID, negotiationID);
  };

  return {
    'staging.ingest': async ({ accountID, testLead: json }) => {
      const refusal = findRefusal(accountID);
      if (refusal !== null) return refusal;
      const record = parseJSON(json);
      const read = parse(testLead, record);
      if (!read.ok) return read;
      const { leadID } = read.value;
      if (canPollLeads(accountID)) {
        const fetched = await fetchLead(accountID, leadID);
        if (!fetched.ok) return fetched;
      } else {
        const reason = ingest.applyLead(accountID, record);
        if (reason !== null)
          return fail('unexpected_answer', 'The test lead cannot be read.', { detail: reason });
      }
      const stored = findLead(store, accountID, leadID);
      return stored === null
        ? fail(
            'unexpected_answer',
            'The service answered with another lead than the one asked for.',
          )
        : succeed({ leadID: toLeadID(stored.lead) });
    },

    'staging.preview': ({ accountID, leadID }) => {
      const row = findRow(accountID, leadID);
      if (!row.ok) return row;
      const { lead, record: json } = row.value;
      const record = readStoredJSON(json) ?? {};
      const { sources } = findReader(accountID);
      return succeed({
        record: json,
        fields: listUses(record, sources),
        columns: listColumns(row.value, record, sources),
        messages: listStoredMessages(store, lead, maxMessages),
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
