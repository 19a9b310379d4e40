/**
 * Real payloads are stranger than the documentation: here one field at a time has every odd shape. The
 * lead can always be opened, its record is stored as received, and the other fields are shown.
 */
import { describe, expect, it } from 'vitest';
import { leadDetails as shape } from '../../../../../contract/records.ts';
import { detailsOf } from '../../support/readers.ts';
import { toRow } from '../../../../../main/engine/platform/store/ids.ts';
import { findLeadRow } from '../../../../../main/engine/leads/lead-rows.ts';
import { findLead, findLeadRecord } from '../../../../../main/engine/leads/leads.ts';
import { legacyIngest, testIngest, type Bench } from '../../support/ingest.ts';
import * as legacy from '../../support/legacy-records.ts';
import { isIn, oddRecords, fieldTexts, type Odd } from '../../support/odd-fields.ts';
import { event, negotiation } from '../../support/records.ts';
import { accountID } from '../../support/store.ts';

const files = [
  {
    fileName: 'plan.pdf',
    fileSize: 40961,
    mimeType: 'application/pdf',
    url: 'https://files.example/plan',
    description: 'Ground floor',
  },
];

const v4Lead = negotiation('4711', {
  createdAt: '2026-03-01T08:00:00Z',
  status: 'Open',
  leadPrice: '$25.11',
  leadPriceBreakdown: { subtotal: '$23.22', salesTax: '$1.89' },
  chargeState: 'Charged',
  customer: { customerID: 'c77', firstName: 'Maria', lastName: 'Gomez', phone: '+15125550101' },
  business: { businessID: 'b99', name: 'Ace', phoneNumber: '+15125550177', accessCode: '4242' },
  request: {
    requestID: 'r1',
    description: 'The tap drips',
    category: { categoryID: 'k1', name: 'Plumbing' },
    location: {
      address1: '12 Elm Street',
      address2: 'Unit Q',
      city: 'Austin',
      state: 'TX',
      zipCode: '78701',
    },
    details: [
      { question: 'How soon?', answer: 'This week' },
      { question: 'Any pets?', answer: 'A parrot' },
    ],
    proposedTimes: [{ start: '2026-03-03T10:00:00Z', end: '2026-03-03T12:00:00Z' }],
    booking: { start: '2026-03-04T09:00:00Z', duration: 95 },
    travelPreferences: ['Remote', 'ProviderTravelToCustomer'],
    attachments: files,
  },
  estimate: {
    type: 'Hourly',
    total: '$90.77',
    pricePerUnit: '$45.66',
    unitQuantity: 313,
    unitName: 'fortnight',
  },
  refundDetails: { reason: 'Duplicate', amount: '$5.55' },
  requestReviewLink: 'https://market.example/review',
  refundRequestLink: 'https://market.example/refund',
});

const legacyLead = legacy.lead('4711', {
  request: {
    requestID: 'r1',
    category: 'Plumbing',
    title: 'Kitchen tap',
    description: 'The tap drips',
    schedule: 'March 9',
    location: {
      address1: '12 Elm Street',
      address2: 'Unit Q',
      city: 'Austin',
      state: 'TX',
      zipCode: '78701',
    },
    travelPreferences: 'Customer travels',
    details: [{ question: 'Any pets?', answer: 'A parrot' }],
    attachments: files,
  },
  customer: { customerID: 'c77', name: 'Ada Byron', phone: '+15125550101' },
  business: { businessID: 'b99', name: 'Ace' },
  price: '$140.33',
  leadType: 'ESTIMATION',
  leadPrice: '$25.11',
  chargeState: 'Charged',
});

/** Everything people see of a lead, parsed as the window parses it. */
const shownOf = ({ store }: Bench, lead: number): string =>
  JSON.stringify([findLeadRow(store, lead), shape.parse(detailsOf(store, lead))]);

const onlyLead = (bench: Bench): number => toRow(bench.lead().leadID) ?? 0;

const holds = (shown: string, fieldText: string): boolean =>
  shown.includes(JSON.stringify(fieldText).slice(1, -1));

/** Fields that are not shown as text, and the business name, which the first lead has set. */
const isExact = ({ path }: Odd): boolean =>
  /ID$|^create|^business\.name$|\.(?:start|end|duration|fileSize|unitQuantity|url)$/.test(
    path.join('.'),
  );

/** Without its ID a business shows no name; without a price a legacy lead shows no charge state. */
const dependsOn = ({ path }: Odd, fieldText: string): boolean =>
  (path.join('.') === 'business.businessID' && fieldText === 'Ace') ||
  (path.join('.') === 'leadPrice' && fieldText === 'Charged');

describe.each([
  ['v4 lead', v4Lead, 'NegotiationCreatedV4', 'negotiationID'],
  ['legacy lead', legacyLead, 'Lead', 'leadID'],
] as const)('a %s', (_what, record, kind, idName) => {
  const take = (bench: Bench, ...values: readonly unknown[]): void => {
    const bodies = values.map((value) =>
      kind === 'Lead' ? JSON.stringify(value) : event(kind, value),
    );
    bench.ingest.record(
      bodies.map((body) => ({ accountID, eventType: kind, webhookID: null, body })),
    );
    void bench.ingest.applyRecorded();
  };
  /** The texts of the whole record that are shown, by path. */
  const shownFields = (): ReturnType<typeof fieldTexts> => {
    const bench = kind === 'Lead' ? legacyIngest() : testIngest();
    take(bench, record);
    const now = shownOf(bench, onlyLead(bench));
    return fieldTexts(record).filter(
      ([path, fieldText]) => path[0] !== idName && holds(now, fieldText),
    );
  };

  it('with one odd field can be opened, is stored as received, and shows all other fields', () => {
    const bench = kind === 'Lead' ? legacyIngest() : testIngest();
    const shown = shownFields();
    expect(shown.length).toBeGreaterThan(20);
    const lost: string[] = [];
    const odds = oddRecords(record)
      .filter(({ path }) => path[0] !== idName)
      .map((odd, number) => {
        const id = String(1_000_000 + number);
        return { odd, id, value: { ...(odd.record as object), [idName]: id } };
      });
    take(bench, ...odds.map(({ value }) => value));
    for (const { odd, id, value } of odds) {
      const known = findLead(bench.store, accountID, id);
      expect(known?.complete, odd.what).toBe(true);
      const record = findLeadRecord(bench.store, known?.lead ?? 0);
      expect(JSON.parse(record ?? ''), odd.what).toEqual(JSON.parse(JSON.stringify(value)));
      const now = shownOf(bench, known?.lead ?? 0);
      const others = shown.filter(([path]) => !isIn(path, odd.path) || odd.keepsValue);
      for (const [path, fieldText] of others) {
        if (!holds(now, fieldText) && !dependsOn(odd, fieldText))
          lost.push(`${odd.what}: ${path.join('.')}`);
      }
      const isShownText = shown.some(([path]) => path.join('.') === odd.path.join('.'));
      const words = /7919|oddment|-0\.5/.exec(JSON.stringify(odd.value) ?? '')?.[0];
      if (isShownText && !isExact(odd) && words !== undefined && !holds(now, words)) {
        lost.push(`${odd.what}: ${words}`);
      }
    }
    expect(lost).toEqual([]);
    expect(bench.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('without a usable ID is set aside', () => {
    for (const odd of oddRecords(record).filter(({ path }) => path[0] === idName)) {
      const bench = kind === 'Lead' ? legacyIngest() : testIngest();
      take(bench, odd.record);
      const kept = bench.store.db.prepare('SELECT state FROM deliveries').pluck().get();
      expect([bench.view('all').length, kept], odd.what).toEqual(
        kept === 'applied' ? [1, 'applied'] : [0, 'not_understood'],
      );
    }
  });
});
