import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AccountID } from '../../../../../contract/records.ts';
import { defaultBusinessHours } from '../../../../../contract/business-hours.ts';
import { changeSettings } from '../../../../../main/engine/platform/settings.ts';
import { refreshInbox } from '../../../../../main/engine/leads/inbox.ts';
import { insertOwnMessage } from '../../../../../main/engine/conversation/messages.ts';
import { toRow } from '../../../../../main/engine/platform/store/ids.ts';
import { createInsightsCommands } from '../../../../../main/engine/tools/insights/commands.ts';
import { testIngest, type Bench } from '../../support/ingest.ts';
import { message, negotiation, rfc } from '../../support/records.ts';
import { account, accountID, noon, putAccount, testSlices } from '../../support/store.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Delivers leads whose first reply came at `at`, this many minutes after the request. */
const answered = (bench: Bench, waits: readonly number[], at = noon): void => {
  waits.forEach((wait, index) => {
    const id = `${at}-${index}`;
    const createdAt = rfc(at - wait * minute);
    bench.deliver('NegotiationCreatedV4', negotiation(id, { createdAt }));
    bench.deliver('MessageCreatedV4', message(`m${id}`, id, 'Business', 'Hi', at));
  });
};

const createCommands = ({ store, clock }: Bench) =>
  createInsightsCommands({ store, clock, slices: testSlices(clock) });
const today = async (bench: Bench) => createCommands(bench)['insights.today']({});

it.each([
  ['no leads', [], null],
  ['one lead', [4], 4],
  ['an even number of leads', [2, 10], 6],
  ['leads of which one waited long', [1, 4, 90], 4],
])('today’s figure is the median first reply of %s', async (_, waits, median) => {
  const bench = testIngest();
  answered(bench, waits);
  expect(await today(bench)).toEqual({
    ok: true,
    value: {
      firstReplies: waits.length,
      medianMs: median === null ? null : median * minute,
    },
  });
});

it('today’s figure leaves out leads first answered before today and replies not sent yet', async () => {
  const bench = testIngest();
  answered(bench, [5], noon - day);
  bench.deliver('MessageCreatedV4', message('again', `${noon - day}-0`, 'Business', 'Hello', noon));
  bench.deliver('NegotiationCreatedV4', negotiation('held'));
  const held = bench.view('all').filter(({ replyBy }) => replyBy !== null);
  const [lead = 0] = held.map(({ leadID }) => toRow(leadID) ?? 0);
  const own = insertOwnMessage(bench.store, {
    lead,
    accountID,
    text: 'Later',
    now: noon,
    automatic: 0,
  });
  bench.store.db
    .prepare(
      `INSERT INTO outbox (message, lead, account_id, state, waits_for, undo_ms, next_at, due_at, send_at)
       VALUES (?, ?, ?, 'queued', 'schedule', 0, 0, 0, ?)`,
    )
    .run(own, lead, accountID, noon + day);
  refreshInbox(bench.store, lead);
  expect(await today(bench)).toMatchObject({ value: { firstReplies: 0, medianMs: null } });
});

it('today’s figure leaves out automatic replies', async () => {
  const bench = testIngest();
  bench.deliver(
    'NegotiationCreatedV4',
    negotiation('auto', { createdAt: rfc(noon - 10 * minute) }),
  );
  const at = noon - 10 * minute + 5_000;
  bench.deliver('MessageCreatedV4', message('ma', 'auto', 'Business', 'Thanks for asking!', at));
  expect(await today(bench)).toMatchObject({ value: { firstReplies: 0 } });
  bench.deliver('MessageCreatedV4', message('mb', 'auto', 'Business', 'I can come at four.', noon));
  expect(await today(bench)).toMatchObject({ value: { firstReplies: 1, medianMs: 10 * minute } });
});

it('today begins at midnight in the business’s time zone', async () => {
  const bench = testIngest();
  const zoned = (timeZone: string) =>
    changeSettings(bench.store, { businessHours: { ...defaultBusinessHours, timeZone } });
  answered(bench, [5], Date.UTC(2026, 2, 2, 6));
  zoned('America/New_York');
  expect(await today(bench)).toMatchObject({ value: { firstReplies: 1 } });
  zoned('America/Los_Angeles');
  expect(await today(bench)).toMatchObject({ value: { firstReplies: 0 } });
});

it('today’s line and Insights agree on leads that arrived and were answered today', async () => {
  const bench = testIngest();
  const { store } = bench;
  changeSettings(store, { businessHours: { ...defaultBusinessHours, timeZone: 'UTC' } });
  const profile = { ...account.profile, environment: 'staging' as const };
  putAccount(store, { ...account, accountID: 'test' as AccountID, profile }, 0);
  const date = new Date(noon).toISOString().slice(0, 10);
  const midnight = Date.parse(date);
  const lead = fc.record({
    of: fc.constantFrom(accountID, 'test' as AccountID),
    at: fc.integer({ min: midnight, max: noon }),
    waited: fc.option(fc.integer({ min: -30_000, max: 5 * 60 * minute })),
    isWhole: fc.boolean(),
    isShown: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(lead, { maxLength: 20 }), async (leads) => {
      store.write(() => {
        store.db.exec('DELETE FROM inbox; DELETE FROM leads;');
        for (const [index, { of, at, waited, isWhole, isShown }] of leads.entries()) {
          store.db
            .prepare(
              `INSERT INTO leads (lead, account_id, negotiation_id, business_id, created_at, complete, changed_at)
               VALUES (?, ?, ?, 'b1', ?, ?, 0)`,
            )
            .run(index + 1, of, `n${index}`, at, Number(isWhole));
          if (!isShown) continue;
          const replyAt = waited === null || !isWhole ? null : Math.max(midnight, at + waited);
          store.db
            .prepare(
              `INSERT INTO inbox (lead, account_id, business_id, activity_at, first_reply_at,
                 needs_reply, unread, starred, archived, outgoing)
               VALUES (?, ?, 'b1', ?, ?, 0, 0, 0, 0, 0)`,
            )
            .run(index + 1, of, at, replyAt);
        }
      });
      const report = await createCommands(bench)['insights.report']({
        period: { from: date, to: date },
      });
      if (!report.ok) throw new Error(report.error.message);
      const { answered: firstReplies, medianMs } = report.value.total;
      expect(await today(bench)).toEqual({ ok: true, value: { firstReplies, medianMs } });
    }),
    { numRuns: 60 },
  );
});
