import { describe, expect, it } from 'vitest';
import type { AttachedAccount } from '../../../../contract/port.ts';
import { createConnectionCommands } from '../../../../main/engine/accounts/commands.ts';
import { listAccounts } from '../../../../main/engine/accounts/rows.ts';
import { putRuleReply } from '../../../../main/engine/conversation/rule-replies.ts';
import { saveDraft } from '../../../../main/engine/conversation/drafts.ts';
import { firstReply } from '../automatic/bench.ts';
import { accountNamed, accountsBench, practice } from './accounts-bench.ts';
import { lead } from '../support/legacy-records.ts';
import { event, message, negotiation } from '../support/records.ts';
import { noon } from '../support/store.ts';

const real = accountNamed('real');

/** The tables that still have rows of an account. */
const leftOf = ({ store }: ReturnType<typeof accountsBench>, { accountID }: AttachedAccount) => {
  const tables = store.db
    .prepare(
      "SELECT m.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'account_id'",
    )
    .pluck()
    .all() as string[];
  return tables.filter(
    (table) =>
      store.db.prepare(`SELECT 1 FROM ${table} WHERE account_id = ?`).get(accountID) !== undefined,
  );
};

/** The tables with rows of a missing lead, except the one that prevents reuse of numbers. */
const orphansIn = ({ store }: ReturnType<typeof accountsBench>) => {
  const tables = store.db
    .prepare(
      "SELECT m.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'lead' AND m.name <> 'greatest_deleted_lead'",
    )
    .pluck()
    .all() as string[];
  return tables.filter(
    (table) =>
      store.db
        .prepare(`SELECT 1 FROM ${table} WHERE lead NOT IN (SELECT lead FROM leads)`)
        .get() !== undefined,
  );
};

/** Stores `count` leads of an account, each with a message, and one delivery of an unknown kind. */
const fill = (made: ReturnType<typeof accountsBench>, one: AttachedAccount, count: number) => {
  const { accountID } = one;
  made.lists(one, 'b1');
  for (let id = 1; id <= count; id++) {
    const hello = message(`m${id}`, String(id), 'Customer', `Hello from ${accountID}`, noon);
    made.ingest.applyNegotiations(accountID, [negotiation(String(id))], 'backfill');
    made.ingest.applyMessages(accountID, String(id), [hello], 'backfill');
  }
  const eventType = 'RoofFellInV9';
  made.ingest.record([{ accountID, eventType, webhookID: null, body: event(eventType, {}) }]);
  void made.ingest.applyRecorded();
};

/** Requests the removal and lets time pass until it is done. */
const forget = async (made: ReturnType<typeof accountsBench>, { accountID }: AttachedAccount) => {
  const removed = made.attachments.forget(accountID);
  for (let turn = 0; turn < 20; turn++) {
    made.clock.advance(10);
    await Promise.resolve();
    await Promise.resolve();
  }
  return removed;
};

describe("an account's removal", () => {
  it('can be previewed with the numbers of leads, messages, drafts, and notes', async () => {
    const made = accountsBench();
    made.connect(real);
    fill(made, real, 3);
    saveDraft(made.store, 1, { text: 'Half a', replyID: null }, noon);
    const { 'connection.contents': contents } = createConnectionCommands({
      store: made.store,
      findAccount: () => null,
      publish: () => undefined,
      reportReceiver: () => {
        throw new Error('not asked');
      },
    });
    expect(await contents({ accountID: real.accountID })).toEqual({
      ok: true,
      value: { leads: 3, messages: 3, drafts: 1, notes: 0, unsent: 0 },
    });
  });

  it('deletes everything of the account and nothing of other accounts', async () => {
    const made = accountsBench();
    const other = accountNamed('other', { profile: { baseUrl: 'https://other.example' } });
    made.connect(real);
    made.connect(other);
    fill(made, real, 120);
    fill(made, other, 2);
    await made['leads.mark']({
      leadIDs: (await made.list('all')).map((l) => l.leadID),
      starred: true,
      tags: { add: ['Regular'], remove: [] },
    });
    saveDraft(made.store, 1, { text: 'Half a', replyID: null }, noon);
    const { ruleID, name: ruleName } = firstReply;
    const unsent = { kind: 'newLead', message: null, knownTo: 0, gap: '', at: noon } as const;
    for (const { lead } of made.store.db.prepare('SELECT lead FROM leads').all() as {
      lead: number;
    }[])
      putRuleReply(made.store, { lead, ruleID, ruleName, ...unsent, reason: 'tooLate' });
    await made.attachments.detach(real.accountID);

    expect(await forget(made, real)).toMatchObject({ ok: true });
    expect(leftOf(made, real)).toEqual([]);
    expect(await made.names('all', { query: 'real' })).toEqual([]);
    expect(await made.list('all', { query: 'other' })).toHaveLength(2);
    expect(await made.counts()).toMatchObject({
      counts: { all: 2, starred: 2 },
      businesses: [{ accountID: 'other' }],
    });
    expect(made.store.db.prepare('SELECT count(*) FROM automatic_replies').pluck().get()).toBe(2);
    expect(made.store.db.pragma('foreign_key_check')).toEqual([]);
    expect(orphansIn(made)).toEqual([]);
  });

  it('is rejected while the account is connected', async () => {
    const made = accountsBench();
    made.connect(real);
    fill(made, real, 1);
    expect(await forget(made, real)).toMatchObject({ error: { code: 'conflict' } });
    expect(await made.list('all')).toHaveLength(1);
  });

  it('shows legacy leads again that the leads of the account had replaced', async () => {
    const made = accountsBench();
    const legacy = accountNamed('legacy', { profile: { interface: 'legacy' } });
    made.connect(legacy);
    const body = JSON.stringify(lead('1'));
    const call = { accountID: legacy.accountID, eventType: 'Lead', webhookID: null, body };
    made.ingest.record([call]);
    void made.ingest.applyRecorded();
    made.connect(real);
    fill(made, real, 1);
    expect(await made.list('all')).toMatchObject([{ accountID: 'real' }]);
    await made.attachments.detach(real.accountID);
    await forget(made, real);
    expect(await made.list('all')).toMatchObject([{ accountID: 'legacy' }]);
    expect(made.badge()).toBe(1);
  });

  it('stops if the account is connected again meanwhile', async () => {
    const made = accountsBench();
    made.connect(real);
    fill(made, real, 300);
    await made.attachments.detach(real.accountID);
    const removed = made.attachments.forget(real.accountID);
    made.attachments.attach(real);
    for (let turn = 0; turn < 20; turn++) {
      made.clock.advance(10);
      await Promise.resolve();
    }
    expect(await removed).toMatchObject({ error: { code: 'conflict' } });
    expect(listAccounts(made.store)).toMatchObject([{ accountID: 'real', connected: true }]);
    expect((await made.counts()).counts.all).toBeGreaterThan(0);
  });

  it('keeps the leads whose business another account covers', async () => {
    const made = accountsBench();
    const other = accountNamed('other');
    made.connect(real);
    fill(made, real, 300);
    made.connect(other);
    made.lists(other, 'b1');
    await made.attachments.detach(real.accountID);
    expect(await forget(made, real)).toMatchObject({ ok: true });
    expect(leftOf(made, real)).toEqual([]);
    expect(await made.counts()).toMatchObject({ counts: { all: 300 } });
  });

  it('shows the sample leads again when no real account is left', async () => {
    const made = accountsBench();
    made.connect(practice);
    fill(made, practice, 2);
    made.connect(real);
    await made.attachments.detach(real.accountID);
    expect(await made.list('all')).toHaveLength(0);
    await forget(made, real);
    expect(await made.list('all')).toHaveLength(2);
    expect(listAccounts(made.store).map(({ accountID }) => accountID)).toEqual(['practice']);
  });
});
