import { describe, expect, it } from 'vitest';
import { fail, succeed, type Answer } from '../../../../../contract/errors.ts';
import type { AccountID, LeadID } from '../../../../../contract/records.ts';
import { createStagingCommands } from '../../../../../main/engine/tools/staging/commands.ts';
import { testIngest } from '../../support/ingest.ts';
import { lead as legacyLead } from '../../support/legacy-records.ts';
import { readersOf } from '../../support/readers.ts';
import { message, negotiation } from '../../support/records.ts';
import { account, accountID, noon, putAccount } from '../../support/store.ts';

const production = 'production' as AccountID;
const legacy = 'legacy' as AccountID;

/** The commands, with a service that has one negotiation with these messages. */
const bench = (
  messages: readonly unknown[] = [],
  found: Answer<unknown> = succeed(negotiation('n1')),
) => {
  const { store, ingest, view, thread } = testIngest();
  const profile = account.profile;
  for (const [id, changes] of [
    [production, { environment: 'production' }],
    [legacy, { interface: 'legacy' }],
  ] as const)
    putAccount(store, { ...account, accountID: id, profile: { ...profile, ...changes } }, noon);
  const asked: string[] = [];
  const commands = createStagingCommands({
    store,
    ingest,
    findReader: readersOf(store),
    canPollLeads: (id) => id !== legacy,
    findService: (id) =>
      id !== accountID
        ? null
        : {
            fetchNegotiation: async (negotiationID) => {
              asked.push(negotiationID);
              return found;
            },
            fetchMessages: async function* () {
              yield succeed(messages);
            },
          },
  });
  const ingestLead = (testLead: unknown, id = accountID) =>
    commands['staging.ingest']({ accountID: id, testLead: JSON.stringify(testLead) });
  return { commands, ingestLead, asked, view, thread };
};

const awaitCode = async (answer: Answer<unknown> | Promise<Answer<unknown>>) => {
  const settled = await answer;
  return settled.ok ? null : settled.error.code;
};

describe('a test lead', () => {
  it('of a v4 account is fetched with its messages and stored like any lead', async () => {
    const { ingestLead, asked, view, thread } = bench([
      message('m1', 'n1', 'Customer', 'Hello', noon),
    ]);
    const taken = await ingestLead({ leadID: 'n1', business: { businessID: 'b1' } });
    const [row] = view('all');
    expect(taken).toEqual({ ok: true, value: { leadID: row?.leadID } });
    expect(asked).toEqual(['n1']);
    expect(row && thread(row)).toMatchObject([{ text: 'Hello' }]);
  });

  it('of a legacy account is stored as the test endpoint returned it', async () => {
    const { ingestLead, asked, commands } = bench();
    const record = legacyLead('77', { colour: 'blue' });
    const taken = await ingestLead(record, legacy);
    const leadID = taken.ok ? taken.value.leadID : ('' as LeadID);
    const preview = await commands['staging.preview']({ accountID: legacy, leadID });
    expect(preview.ok && JSON.parse(preview.value.record ?? '')).toEqual(record);
    expect(preview.ok && preview.value.fields).toContainEqual({ path: 'colour', use: 'kept' });
    expect(asked).toEqual([]);
  });

  it('is stored once even if taken in twice', async () => {
    const { ingestLead, view } = bench();
    await ingestLead({ leadID: 'n1' });
    await ingestLead({ leadID: 'n1' });
    expect(view('all')).toHaveLength(1);
  });

  it('that the service does not have fails as gone', async () => {
    const { ingestLead, view } = bench([], fail('gone', 'Not here.', { status: 404 }));
    expect(await ingestLead({ leadID: 'n1' })).toMatchObject({
      error: { code: 'gone', status: 404 },
    });
    expect(view('all')).toEqual([]);
  });

  it.each<[string, unknown, AccountID, string]>([
    ['an answer without a lead', { status: 'ok' }, accountID, 'unexpected_answer'],
    ['an answer about another lead', { leadID: 'other' }, accountID, 'unexpected_answer'],
    ['a lead for an unknown account', { leadID: 'n1' }, 'x' as AccountID, 'not_found'],
    ['a lead for a production account', { leadID: 'n1' }, production, 'forbidden'],
  ])('is not stored from %s', async (_what, testLead, id, code) => {
    const { ingestLead } = bench();
    expect(await awaitCode(ingestLead(testLead, id))).toBe(code);
  });

  it('is not fetched while the account is disconnected', async () => {
    const { store, ingest } = testIngest();
    const commands = createStagingCommands({
      store,
      ingest,
      findReader: readersOf(store),
      canPollLeads: (id) => id !== legacy,
      findService: () => null,
    });
    const answer = commands['staging.ingest']({ accountID, testLead: '{"leadID":"n1"}' });
    expect(await awaitCode(answer)).toBe('reconnect_needed');
  });
});

describe('the preview', () => {
  it('shows no lead of a production account or of another account', async () => {
    const { ingestLead, commands } = bench();
    const taken = await ingestLead({ leadID: 'n1' });
    const leadID = taken.ok ? taken.value.leadID : ('' as LeadID);
    const preview = commands['staging.preview'];
    expect(await awaitCode(preview({ accountID: production, leadID }))).toBe('forbidden');
    expect(await awaitCode(preview({ accountID: legacy, leadID }))).toBe('not_found');
    expect(await awaitCode(preview({ accountID, leadID: '999' as LeadID }))).toBe('not_found');
    expect(await awaitCode(preview({ accountID, leadID }))).toBeNull();
  });

  it('lists the messages that the service has and stores the new ones', async () => {
    const messages: unknown[] = [];
    const { ingestLead, commands, view, thread } = bench(messages);
    const taken = await ingestLead({ leadID: 'n1' });
    messages.push(message('m9', 'n1', 'Customer', 'Later', noon));
    const leadID = taken.ok ? taken.value.leadID : ('' as LeadID);
    const read = await commands['staging.thread']({ accountID, leadID });
    expect(read).toEqual({ ok: true, value: { serviceIDs: ['m9'] } });
    const [row] = view('all');
    expect(row && thread(row)).toMatchObject([{ text: 'Later' }]);
    const preview = await commands['staging.preview']({ accountID, leadID });
    expect(preview.ok && preview.value.messages).toMatchObject([
      { serviceID: 'm9', side: 'customer', text: 'Later' },
    ]);
  });
});
