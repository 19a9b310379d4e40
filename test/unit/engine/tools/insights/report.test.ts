/** Insights reports on leads delivered by the service, checked against figures computed by hand. */
import { describe, expect, it } from 'vitest';
import { defaultBusinessHours } from '../../../../../contract/business-hours.ts';
import type { InsightsReport, Period } from '../../../../../contract/commands/insights.ts';
import type { JobStatus } from '../../../../../contract/marks.ts';
import type { AccountID } from '../../../../../contract/records.ts';
import type { RuleID } from '../../../../../contract/automatic-replies.ts';
import { byRule } from '../../../../../main/engine/conversation/automatic.ts';
import { insertOwnMessage } from '../../../../../main/engine/conversation/messages.ts';
import { putRuleReply } from '../../../../../main/engine/conversation/rule-replies.ts';
import { refreshInbox } from '../../../../../main/engine/leads/inbox.ts';
import { findLead } from '../../../../../main/engine/leads/leads.ts';
import { setMarks } from '../../../../../main/engine/leads/marks.ts';
import { changeSettings } from '../../../../../main/engine/platform/settings.ts';
import { createInsightsCommands } from '../../../../../main/engine/tools/insights/commands.ts';
import { enterTeam } from '../../../../../main/engine/team/membership.ts';
import { putPerson } from '../../../../../main/engine/team/people.ts';
import { testIngest, type Bench } from '../../support/ingest.ts';
import { message, negotiation, rfc } from '../../support/records.ts';
import { account, accountID, noon, putAccount, testSlices } from '../../support/store.ts';

const minute = 60_000;
const at = (text: string): number => Date.parse(`${text}Z`);

type Sample = {
  readonly asked: string;
  readonly replied?: string;
  readonly more?: Readonly<Record<string, unknown>>;
  readonly category?: string;
};

let made = 0;

/** A business in UTC, so that the times below are its local times. */
const inUtc = (): Bench => {
  const bench = testIngest();
  changeSettings(bench.store, { businessHours: { ...defaultBusinessHours, timeZone: 'UTC' } });
  return bench;
};

/** Delivers a lead, with a reply if there is one, and returns its row. */
const arrive = (bench: Bench, { asked, replied, more, category = 'Plumbing' }: Sample): number => {
  const id = `n${(made += 1)}`;
  const { request } = negotiation(id) as { request: object };
  bench.deliver(
    'NegotiationCreatedV4',
    negotiation(id, {
      createdAt: rfc(at(asked)),
      request: { ...request, category: { categoryID: category, name: category } },
      ...more,
    }),
  );
  if (replied !== undefined)
    bench.deliver('MessageCreatedV4', message(`m${id}`, id, 'Business', 'Hello', at(replied)));
  return findLead(bench.store, accountID, id)?.lead ?? 0;
};

const setJobStatus = ({ store }: Bench, lead: number, jobStatus: JobStatus): void => {
  setMarks(store, [lead], { jobStatus });
  refreshInbox(store, lead);
};

const report = async (
  { store, clock }: Bench,
  period: Period = '7',
  chosen: { readonly business?: string; readonly category?: string } = {},
): Promise<InsightsReport> => {
  const commands = createInsightsCommands({ store, clock, slices: testSlices(clock) });
  const answer = await commands['insights.report']({ period, ...chosen });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
};

/** Now is noon on Monday, March 2; the business is open on weekdays from 8 AM to 6 PM. */
const week = (bench: Bench): void => {
  arrive(bench, { asked: '2026-02-23T10:00', replied: '2026-02-23T10:30' });
  arrive(bench, { asked: '2026-02-26T09:00', replied: '2026-02-26T09:10', category: 'Painting' });
  arrive(bench, { asked: '2026-02-27T17:30', replied: '2026-03-02T08:30' });
  arrive(bench, { asked: '2026-02-27T10:00', replied: '2026-02-27T15:00' });
  arrive(bench, { asked: '2026-02-27T10:05' });
  arrive(bench, { asked: '2026-02-27T10:10', more: { status: 'Canceled' } });
  arrive(bench, { asked: '2026-03-02T11:00' });
};

it('first replies of a team are counted for the person who wrote them', async () => {
  const bench = inUtc();
  enterTeam(bench.store, { team: 't', person: 'ana', role: 'owner', desktop: 'desk' });
  for (const [person, name] of [
    ['ana', 'Ana Ruiz'],
    ['ben', 'Ben Ode'],
  ] as const)
    bench.store.write(() => putPerson(bench.store, { person, name, isGone: false }));
  const byBen = [
    arrive(bench, { asked: '2026-03-02T09:00', replied: '2026-03-02T09:10' }),
    arrive(bench, { asked: '2026-03-02T10:00', replied: '2026-03-02T10:30' }),
  ];
  const byAna = arrive(bench, { asked: '2026-03-02T11:00', replied: '2026-03-02T11:05' });
  arrive(bench, { asked: '2026-03-02T11:30' });
  const write = bench.store.db.prepare('UPDATE messages SET person = ? WHERE lead = ?');
  for (const lead of byBen) write.run('ben', lead);
  write.run('ana', byAna);
  setJobStatus(bench, byAna, { status: 'hired', reason: null, words: '' });
  const { people } = await report(bench, { from: '2026-03-01', to: '2026-03-03' });
  expect(people).toMatchObject([
    { key: 'ben', name: 'Ben Ode', answered: 2, medianMs: 20 * minute, won: 0 },
    { key: 'ana', name: 'Ana Ruiz', answered: 1, medianMs: 5 * minute, won: 1 },
  ]);
});

describe('the figures of a period', () => {
  it('tell first replies by rules from those by persons', async () => {
    const bench = inUtc();
    const { store } = bench;
    const replyByRule = (lead: number, sentAt: string): void => {
      const text = 'We got your request';
      const now = at(sentAt);
      const message = insertOwnMessage(store, { lead, accountID, text, now, automatic: byRule });
      const rule = { ruleID: 'r' as RuleID, ruleName: 'First', kind: 'newLead' } as const;
      putRuleReply(store, { ...rule, lead, message, knownTo: 0, reason: null, gap: '', at: now });
      refreshInbox(store, lead);
    };
    replyByRule(arrive(bench, { asked: '2026-02-27T10:00' }), '2026-02-27T10:01');
    const person = message('later', `n${made}`, 'Business', 'Hello', at('2026-02-27T12:00'));
    bench.deliver('MessageCreatedV4', person);
    replyByRule(arrive(bench, { asked: '2026-02-27T10:00' }), '2026-02-27T10:03');
    arrive(bench, { asked: '2026-02-27T10:00', replied: '2026-02-27T10:20' });
    arrive(bench, { asked: '2026-02-27T10:00' });
    const { total, automatic } = await report(bench);
    expect(total).toMatchObject({ leads: 4, answered: 2, medianMs: 70 * minute });
    expect(automatic).toEqual({ leads: 2, answered: 3, medianMs: 3 * minute });
  });

  it('measure waits in real time and in business hours', async () => {
    const bench = inUtc();
    week(bench);
    const { total, before, from, to } = await report(bench);
    expect([from, to]).toEqual(['2026-02-24', '2026-03-02']);
    expect(total).toEqual({
      leads: 6,
      answered: 3,
      medianMs: 300 * minute,
      p90Ms: 63 * 60 * minute,
      businessMedianMs: 60 * minute,
      businessP90Ms: 300 * minute,
      due: 4,
      inTime: 2,
      won: 0,
    });
    expect(before).toMatchObject({
      leads: 1,
      answered: 1,
      medianMs: 30 * minute,
      due: 1,
      inTime: 1,
    });
  });

  it('are broken down by day, hour, weekday, category, and business', async () => {
    const bench = inUtc();
    week(bench);
    const { trend, unit, hours, weekdays, categories, businesses, choices } = await report(bench);
    expect(unit).toBe('day');
    expect(trend.map(({ from, leads }) => [from, leads])).toEqual([
      ['2026-02-24', 0],
      ['2026-02-25', 0],
      ['2026-02-26', 1],
      ['2026-02-27', 4],
      ['2026-02-28', 0],
      ['2026-03-01', 0],
      ['2026-03-02', 1],
    ]);
    expect(trend[3]).toMatchObject({ answered: 2, medianMs: (300 + 63 * 60) * 0.5 * minute });
    expect(hours.flatMap(({ leads }, hour) => (leads > 0 ? [[hour, leads]] : []))).toEqual([
      [9, 1],
      [10, 3],
      [11, 1],
      [17, 1],
    ]);
    expect(weekdays.map(({ leads }) => leads)).toEqual([1, 0, 0, 1, 4, 0, 0]);
    expect(categories.map(({ name, leads, inTime }) => [name, leads, inTime])).toEqual([
      ['Plumbing', 5, 1],
      ['Painting', 1, 1],
    ]);
    expect(businesses).toMatchObject([{ name: 'Ace Plumbing', leads: 6 }]);
    expect(choices.categories).toEqual(['Painting', 'Plumbing']);
  });

  it('cover only the chosen category or business, while the choices stay complete', async () => {
    const bench = testIngest();
    week(bench);
    const painting = await report(bench, '7', { category: 'Painting' });
    expect(painting).toMatchObject({ total: { leads: 1, medianMs: 10 * minute }, before: null });
    expect(painting.choices.categories).toEqual(['Painting', 'Plumbing']);
    const [{ key = '' } = {}] = painting.businesses;
    expect((await report(bench, '7', { business: key })).total.leads).toBe(6);
    expect((await report(bench, '7', { business: 'other@nowhere' })).total.leads).toBe(0);
    const empty = await report(bench, { from: '2000-01-01', to: '2000-01-01' }, { business: key });
    expect(empty.choices.businesses).toEqual([{ key, name: 'Ace Plumbing' }]);
  });

  it('use days in the business’s time zone', async () => {
    const bench = testIngest();
    changeSettings(bench.store, {
      businessHours: { ...defaultBusinessHours, timeZone: 'America/New_York' },
    });
    // Asked at 11:30 PM on the Sunday the clocks went forward; answered half an hour after Monday's opening.
    bench.clock.advance(20 * 24 * 60 * minute);
    arrive(bench, { asked: '2026-03-09T03:30', replied: '2026-03-09T12:30' });
    const sunday = await report(bench, { from: '2026-03-08', to: '2026-03-08' });
    expect(sunday.timeZone).toBe('America/New_York');
    expect(sunday.total).toMatchObject({
      leads: 1,
      medianMs: 540 * minute,
      businessMedianMs: 30 * minute,
    });
    expect(sunday.hours[23]?.leads).toBe(1);
    expect(sunday.weekdays[6]?.leads).toBe(1);
    expect((await report(bench, { from: '2026-03-09', to: '2026-03-09' })).total.leads).toBe(0);
  });

  it('have no reply due when the business never opens', async () => {
    const bench = testIngest();
    changeSettings(bench.store, {
      businessHours: { ...defaultBusinessHours, week: defaultBusinessHours.week.map(() => []) },
    });
    week(bench);
    const { total } = await report(bench);
    expect(total).toMatchObject({ answered: 3, businessMedianMs: null, due: 0, inTime: 0 });
  });
});

describe('what does not count', () => {
  it('a reply within 30 seconds is automatic and does not count', async () => {
    const bench = testIngest();
    arrive(bench, { asked: '2026-02-26T09:00', replied: '2026-02-26T09:00:29' });
    arrive(bench, { asked: '2026-02-26T09:00', replied: '2026-02-26T09:00:30' });
    const { total } = await report(bench);
    expect(total).toMatchObject({ leads: 2, answered: 1, medianMs: 30_000, due: 2, inTime: 1 });
  });

  it('test leads are left out, and practice leads once there is a real account', async () => {
    const bench = testIngest();
    const { store, clock } = bench;
    arrive(bench, { asked: '2026-02-26T09:00' });
    const set = (change: object, practice = false): void => {
      putAccount(
        store,
        { ...account, profile: { ...account.profile, ...change }, practice },
        clock.now(),
      );
    };
    set({ environment: 'staging' });
    expect((await report(bench)).total.leads).toBe(0);
    store.db.exec('UPDATE accounts SET practice = 1');
    set({}, true);
    expect(await report(bench)).toMatchObject({ total: { leads: 1 }, notes: { practice: true } });
    putAccount(store, { ...account, accountID: 'real' as AccountID, userID: 'u2' }, clock.now());
    refreshInbox(store, findLead(store, accountID, `n${made}`)?.lead ?? 0);
    expect(await report(bench)).toMatchObject({ total: { leads: 0 }, notes: { practice: false } });
  });

  it('a lead from before the connection is due only once its conversation has been read', async () => {
    const bench = testIngest();
    bench.store.db.exec(`UPDATE accounts SET connected_at = ${noon}`);
    const lead = arrive(bench, { asked: '2026-02-26T09:00' });
    bench.store.db
      .prepare('INSERT OR REPLACE INTO polls (lead, account_id, next_at) VALUES (?, ?, 0)')
      .run(lead, accountID);
    expect(await report(bench)).toMatchObject({ total: { due: 0 }, notes: { unread: 1 } });
    bench.store.db.exec(`UPDATE polls SET read_to = ${noon}`);
    expect(await report(bench)).toMatchObject({ total: { due: 1 }, notes: { unread: 0 } });
  });
});

describe('what leads cost and earn', () => {
  const asked = '2026-02-26T09:00';
  const priced = (leadPrice: string, chargeState: string): Sample => ({
    asked,
    more: { leadPrice, chargeState },
  });

  it('adds up each currency separately, to the cent', async () => {
    const bench = testIngest();
    const hired = arrive(bench, priced('$10.10', 'Charged'));
    setJobStatus(bench, hired, { status: 'hired', reason: null, words: '' });
    arrive(bench, priced('$20.20', 'Charged'));
    arrive(bench, priced('$0.01', 'Charged'));
    arrive(bench, priced('$25.00', 'Refunded'));
    arrive(bench, priced('$30.00', 'Pending'));
    arrive(bench, priced('25,50 €', 'Charged'));
    arrive(bench, priced('ask us', 'Charged'));
    arrive(bench, priced('', 'Pending'));
    const { spend, notes } = await report(bench);
    expect(spend).toEqual([
      {
        currency: 'USD',
        charged: 3_031,
        chargedLeads: 3,
        refunded: 2_500,
        refundedLeads: 1,
        open: 3_000,
        openLeads: 1,
        perLead: 1_010,
        perWon: 3_031,
        won: 1,
      },
      {
        currency: 'EUR',
        charged: 2_550,
        chargedLeads: 1,
        refunded: 0,
        refundedLeads: 0,
        open: 0,
        openLeads: 0,
        perLead: 2_550,
        perWon: null,
        won: 0,
      },
    ]);
    expect(notes.unreadPrices).toBe(1);
  });

  it('a charged lead that is gone still counts as charged, and the report notes it', async () => {
    const bench = testIngest();
    arrive(bench, priced('$10', 'Charged'));
    bench.store.db.exec(`UPDATE leads SET availability = 'gone'`);
    const { notes, spend } = await report(bench);
    expect(notes.gone).toBe(1);
    expect(spend).toMatchObject([{ charged: 1_000 }]);
  });

  it('counts job outcomes and the reasons for not being hired', async () => {
    const bench = testIngest();
    const statuses: readonly (JobStatus | null)[] = [
      null,
      { status: 'quoted', reason: null, words: '' },
      { status: 'hired', reason: null, words: '' },
      { status: 'done', reason: null, words: '' },
      { status: 'not_hired', reason: 'too_expensive', words: 'By far' },
      { status: 'not_hired', reason: null, words: '' },
    ];
    for (const status of statuses) {
      const lead = arrive(bench, { asked });
      if (status !== null) setJobStatus(bench, lead, status);
    }
    const { outcomes, total } = await report(bench);
    expect(outcomes).toEqual({
      pending: 1,
      quoted: 1,
      hired: 1,
      done: 1,
      notHired: 2,
      reasons: {
        someone_else: 0,
        too_expensive: 1,
        not_a_fit: 0,
        no_response: 0,
        other: 0,
        unsaid: 1,
      },
    });
    expect(total.won).toBe(2);
  });
});
