/**
 * Messages, prices, and envelopes with one field at a time in every odd shape: nothing throws, each is
 * applied or set aside, and the other fields are shown.
 */
import { describe, expect, it } from 'vitest';
import { message as shape } from '../../../../../contract/records.ts';
import { legacyIngest, testIngest, type Bench } from '../../support/ingest.ts';
import * as legacy from '../../support/legacy-records.ts';
import { isIn, oddRecords, fieldTexts } from '../../support/odd-fields.ts';
import { event, message, negotiation } from '../../support/records.ts';
import { accountID, noon } from '../../support/store.ts';

const files = [
  {
    fileName: 'plan.pdf',
    fileSize: 40961,
    mimeType: 'application/pdf',
    url: 'https://files.example/plan',
    description: 'Ground floor',
  },
];

const v4Message = message('m1', 'n1', 'Customer', 'It drips again', noon, {
  customer: { customerID: 'c1', displayName: 'Maria G.' },
  business: { businessID: 'b1', displayName: 'Ace' },
  attachments: files,
});
const legacyWords = legacy.message('m1', 'n1', 'It drips again', noon);
const legacyMessage = {
  ...legacyWords,
  message: { ...(legacyWords['message'] as object), attachments: files },
};

const take = ({ ingest }: Bench, kind: string, bodies: readonly string[]): void => {
  ingest.record(bodies.map((body) => ({ accountID, eventType: kind, webhookID: null, body })));
  void ingest.applyRecorded();
};

const states = ({ store }: Bench): readonly unknown[] =>
  store.db.prepare('SELECT state FROM deliveries ORDER BY delivery').pluck().all();

const errors = ({ logged }: Bench) => logged.filter(({ level }) => level === 'error');

/** All shown messages, parsed as the window parses them. */
const shown = (bench: Bench): string =>
  JSON.stringify(
    bench.view('all').flatMap((lead) => bench.thread(lead).map((each) => shape.parse(each))),
  );

describe.each([
  ['a v4 message', v4Message, 'MessageCreatedV4', /^messageID$/],
  ['a legacy message', legacyMessage, 'Message', /^message(?:\.messageID)?$|^leadID$/],
] as const)('%s', (_what, record, kind, needed) => {
  const bodyOf = (value: unknown): string =>
    kind === 'Message' ? JSON.stringify(value) : event(kind, value);

  it('with one odd field is stored and shows all other fields', () => {
    const lost: string[] = [];
    const bench = kind === 'Message' ? legacyIngest() : testIngest();
    for (const odd of oddRecords(record)) {
      bench.store.db.exec('DELETE FROM messages; DELETE FROM deliveries');
      take(bench, kind, [bodyOf(odd.record)]);
      const now = shown(bench);
      const isTaken = states(bench).at(-1) === 'applied';
      if (!isTaken && !needed.test(odd.path.join('.')) && odd.path[0] !== 'negotiationID') {
        lost.push(`${odd.what}: not understood`);
      }
      if (!isTaken) continue;
      for (const [path, fieldText] of fieldTexts(record)) {
        const isWords = /text$|fileName$|url$|description$/.test(path.join('.'));
        const isLeft = !isIn(path, odd.path) || odd.keepsValue;
        if (isWords && isLeft && !now.includes(fieldText))
          lost.push(`${odd.what}: ${path.join('.')}`);
      }
    }
    expect(lost).toEqual([]);
    expect(errors(bench)).toEqual([]);
  });
});

it('an answer with odd messages and leads keeps all of the good ones', () => {
  const bench = testIngest();
  const odd = [null, 7, '', 'x', [], {}, [null], { messageID: [] }, { negotiationID: {} }];
  bench.ingest.applyNegotiations(accountID, [...odd, negotiation('n1')], 'poll');
  bench.ingest.applyMessages(accountID, 'n1', [...odd, v4Message, [v4Message]], 'poll');
  bench.ingest.applyBusinesses(accountID, [...odd, { businessID: 7, name: ['Ace'] }]);
  expect(bench.thread(bench.lead())).toHaveLength(1);
  expect(errors(bench)).toEqual([]);
});

it('an envelope with one odd field is understood or set aside', () => {
  const envelope = JSON.parse(event('NegotiationCreatedV4', { negotiationID: 'n1' })) as unknown;
  const bench = testIngest();
  take(
    bench,
    'NegotiationCreatedV4',
    oddRecords(envelope).map(({ record }) => JSON.stringify(record)),
  );
  expect(errors(bench)).toEqual([]);
  expect(new Set(states(bench))).toEqual(new Set(['applied', 'not_understood']));
  expect(bench.view('all').length).toBeGreaterThan(0);
});

it('a record wrapped in a list is understood', () => {
  const bench = testIngest();
  bench.deliver('NegotiationCreatedV4', [negotiation('n1')]);
  bench.deliver('MessageCreatedV4', [v4Message]);
  expect(bench.thread(bench.lead())).toHaveLength(1);
});

it('a legacy price update with one odd field breaks nothing', () => {
  const bench = legacyIngest();
  take(bench, 'Lead', [JSON.stringify(legacy.lead('n1'))]);
  const odd = oddRecords(legacy.update('n1'));
  take(
    bench,
    'LeadUpdate',
    odd.map(({ record }) => JSON.stringify(record)),
  );
  expect(errors(bench)).toEqual([]);
  take(bench, 'LeadUpdate', [JSON.stringify(legacy.update('n1', { leadPrice: 31 }))]);
  expect(bench.lead().price).toEqual({ text: '31', cents: 3_100 });
});
