/** A store with a legacy account and the v4 account that replaces it, with ways to deliver leads to both. */
import { onTestFinished } from 'vitest';
import { fail, succeed, type Answer } from '../../../../../contract/errors.ts';
import type { AccountID, LeadRow, Message } from '../../../../../contract/records.ts';
import type { Courier } from '../../../../../main/engine/conversation/outbox/courier.ts';
import { createSender } from '../../../../../main/engine/marketplaces/pro-integration/legacy/sender.ts';
import { adoptEcho } from '../../../../../main/engine/conversation/outbox/echo.ts';
import { createOutbox } from '../../../../../main/engine/conversation/outbox/outbox.ts';
import type { LegacyClient } from '../../../../../main/engine/marketplaces/pro-integration/legacy/service/client.ts';
import { mergeLead } from '../../../../../main/engine/accounts/merge.ts';
import { setConnected } from '../../../../../main/engine/accounts/rows.ts';
import { toLeadID, toRow } from '../../../../../main/engine/platform/store/ids.ts';
import { findLead, findLeadRecord } from '../../../../../main/engine/leads/leads.ts';
import { readNotifiedAndRead } from '../../../../../main/engine/leads/read-mark.ts';
import { saveDraft } from '../../../../../main/engine/conversation/drafts.ts';
import { refreshInbox } from '../../../../../main/engine/leads/inbox.ts';
import { testIngest } from '../../support/ingest.ts';
import * as legacyRecords from '../../support/legacy-records.ts';
import * as records from '../../support/records.ts';
import { account, accountID, newReplyID, noon, putAccount, testLog } from '../../support/store.ts';

export const legacyID = 'legacy-1' as AccountID;
export { accountID as currentID, noon };

export const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};

const day = 24 * 60 * 60_000;

export const openBench = () => {
  const bench = testIngest(adoptEcho);
  const { store, clock, ingest } = bench;
  const profile = { ...account.profile, interface: 'legacy' as const };
  putAccount(store, { ...account, accountID: legacyID, profile }, noon - 30 * day);

  const findNumber = (id: AccountID, negotiationID: string): number => {
    const lead = findLead(store, id, negotiationID)?.lead;
    if (lead === undefined) throw new Error(`no lead ${negotiationID}`);
    return lead;
  };
  const findRow = (id: AccountID, negotiationID: string): LeadRow => {
    const lead = findNumber(id, negotiationID);
    const found = [...bench.view('all'), ...bench.view('archived')].find(
      ({ leadID }) => toRow(leadID) === lead,
    );
    if (found === undefined) throw new Error(`no row ${negotiationID}`);
    return found;
  };

  const legacyAnswers: Answer<{ status: string }>[] = [];
  const sentByLegacy: string[] = [];
  const legacyClient = {
    sendMessage: async (_: string, __: string, text: string) => {
      sentByLegacy.push(text);
      return legacyAnswers.shift() ?? succeed({ status: 'success' });
    },
    pausedUntil: () => null,
  } as unknown as LegacyClient;
  const sentByV4: string[] = [];
  const lookedFor: string[] = [];
  const v4: Courier = {
    deliver: async ({ negotiationID, text }) => {
      sentByV4.push(`${negotiationID}: ${text}`);
      return succeed({ messageID: `sent-${sentByV4.length}`, sentAt: clock.now() });
    },
    find: async ({ text }) => {
      lookedFor.push(text);
      return succeed(null);
    },
    pausedUntil: () => null,
  };
  let isLegacyConnected = true;
  const outbox = createOutbox({
    store,
    getSender: (id) =>
      id === accountID
        ? { canSearch: true, courier: v4 }
        : createSender(isLegacyConnected ? legacyClient : null),
    clock,
    random: { fraction: () => 0.5, bytes: (count) => Buffer.alloc(count) },
    publish: (change) => void bench.changes.push(change),
    log: testLog(),
    release: () => true,
    readUndoSeconds: () => 0,
  });
  onTestFinished(() => outbox.stop());

  return {
    ...bench,
    outbox,
    sentByLegacy,
    sentByV4,
    lookedFor,
    numberOf: findNumber,
    rowAt: findRow,
    legacy: {
      lead: (leadID: string, more = {}) => {
        const body = JSON.stringify(legacyRecords.lead(leadID, more));
        ingest.record([{ accountID: legacyID, eventType: 'Lead', webhookID: null, body }]);
        void ingest.applyRecorded();
      },
      message: (messageID: string, leadID: string, text: string, at: number) => {
        const body = JSON.stringify(legacyRecords.message(messageID, leadID, text, at));
        ingest.record([{ accountID: legacyID, eventType: 'Message', webhookID: null, body }]);
        void ingest.applyRecorded();
      },
      row: (leadID: string) => findRow(legacyID, leadID),
      answers: legacyAnswers,
      /** Sends a reply; it leaves immediately if the account is connected. */
      reply: async (leadID: string, text: string): Promise<void> => {
        const sent = outbox.send(toLeadID(findNumber(legacyID, leadID)), newReplyID(), text);
        if (!sent.ok) throw new Error(sent.error.message);
        await settle();
      },
      disconnect: () => {
        isLegacyConnected = false;
        setConnected(store, legacyID, false);
      },
    },
    v4: {
      connectedAt: (at: number) =>
        store
          .prepare<[number, string]>('UPDATE accounts SET connected_at = ? WHERE account_id = ?')
          .run(at, accountID),
      lead: (negotiationID: string, more = {}) =>
        ingest.applyNegotiations(accountID, [records.negotiation(negotiationID, more)], 'backfill'),
      message: (
        messageID: string,
        negotiationID: string,
        from: 'Customer' | 'Business',
        text: string,
        at: number,
        how: 'backfill' | 'poll' = 'backfill',
      ) =>
        ingest.applyMessages(
          accountID,
          negotiationID,
          [records.message(messageID, negotiationID, from, text, at)],
          how,
        ),
      row: (negotiationID: string) => findRow(accountID, negotiationID),
      thread: (negotiationID: string): readonly Message[] =>
        bench.thread(findRow(accountID, negotiationID)),
    },
    draft: (lead: number, text: string) => {
      saveDraft(store, lead, { text, replyID: null }, clock.now());
      refreshInbox(store, lead);
    },
    merge: (negotiationID: string) => {
      const lead = findNumber(legacyID, negotiationID);
      const record = findLeadRecord(store, lead);
      const to = findNumber(accountID, negotiationID);
      mergeLead(
        store,
        { lead, negotiationID, record, accountID: legacyID },
        { lead: to, accountID, readAt: readNotifiedAndRead(store, to).readAt },
        clock.now(),
      );
    },
  };
};

export const outcomeUnknown = fail('outcome_unknown', 'The connection was cut.');
export const broken = fail('rejected', 'The service did not take it.', { status: 400 });
