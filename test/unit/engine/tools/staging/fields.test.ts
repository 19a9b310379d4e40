/**
 * The preview lists the use of each field of a record. These tests change one field at a time and compare the changes
 * of columns and shown details with the preview.
 */
import { describe, expect, it } from 'vitest';
import { detailsOf } from '../../support/readers.ts';
import { findGeneration } from '../../../../../main/engine/marketplaces/choose.ts';
import { listColumns, listUses } from '../../../../../main/engine/tools/staging/fields.ts';
import { toRow } from '../../../../../main/engine/platform/store/ids.ts';
import { findStoredLead } from '../../../../../main/engine/leads/stored-lead.ts';
import { legacyIngest, testIngest } from '../../support/ingest.ts';
import { lead as legacyLead } from '../../support/legacy-records.ts';
import { negotiation } from '../../support/records.ts';
import { accountID } from '../../support/store.ts';

const v4Record = negotiation('n1', {
  leadPriceBreakdown: { subtotal: '$23.00', salesTax: '$2.00' },
  business: {
    businessID: 'b1',
    name: 'Ace',
    imageURL: 'https://x/y.png',
    phoneNumber: '7375550142',
    accessCode: '12',
  },
  request: {
    requestID: 'r1',
    customerID: 'c1',
    description: 'It drips',
    category: { categoryID: 'k1', name: 'Plumbing' },
    location: { address1: '1 A St', address2: 'B', city: 'Austin', state: 'TX', zipCode: '78701' },
    details: [{ question: 'When?', answer: 'Soon' }],
    proposedTimes: [{ start: '2026-03-03T10:00:00Z', end: '2026-03-03T12:00:00Z' }],
    booking: { start: '2026-03-04T10:00:00Z', duration: 60 },
    travelPreferences: ['Remote'],
    attachments: [
      { fileName: 'a', fileSize: 1, mimeType: 'image/png', url: 'https://x/a', description: 'd' },
    ],
  },
  estimate: { type: 'Hourly', total: '$90', pricePerUnit: '$45', unitQuantity: 2, unitName: 'h' },
  requestReviewLink: 'https://x/review',
  refundRequestLink: 'https://x/refund',
  refundDetails: { reason: 'none', parts: [{ cents: 100 }] },
  colour: 'blue',
});
/** Documentation's own sample. */
const sampleRecord = {
  negotiationID: 'n1',
  createTime: '2026-03-01T10:00:00Z',
  status: 'active',
  colour: 'blue',
  category: { categoryID: 'k1', name: 'Plumbing' },
  details: [{ question: 'When?', answer: 'Soon' }],
  location: { city: 'Austin', state: 'TX', zipCode: '78701' },
  customer: { customerID: 'c1', displayName: 'Maria G.' },
  business: { businessID: 'b1', name: 'Ace' },
  leadPrice: '$25.00',
};
const legacyRecord = legacyLead('n1', {
  leadPrice: '$25.00',
  chargeState: 'Charged',
  customer: { customerID: 'c1', name: 'Ada', phone: '5125550100' },
  request: {
    requestID: 'r1',
    category: 'Plumbing',
    title: 'A tap',
    location: { address1: '1 A St', city: 'Austin', state: 'TX', zipCode: '78701' },
    attachments: [{ fileName: 'a', url: 'https://x/a' }],
  },
  colour: 'blue',
});

const changed = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1;
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return text.replace(/^\d{4}/, '2025');
  if (text.startsWith('$')) return `${text}9`;
  return /^\d+$/.test(text) ? String(Number(text) + 60) : `${text}x`;
};

/** A copy of a record with one field changed. */
const withChanged = (record: unknown, path: string): Record<string, unknown> => {
  const copy = structuredClone(record) as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop() ?? '';
  const holder = names.reduce((part, name) => part[name] as Record<string, unknown>, copy);
  holder[last] = changed(holder[last]);
  return copy;
};

/** Stores a record; returns its columns and the details that are shown. */
const outcome = (record: unknown, isLegacy: boolean) => {
  const { store, ingest, lead } = isLegacy ? legacyIngest() : testIngest();
  ingest.applyLead(accountID, record);
  const number = toRow(lead().leadID) ?? 0;
  const row = findStoredLead(store, number);
  return {
    row,
    columns: JSON.stringify({ ...row, record: null }),
    shown: JSON.stringify(detailsOf(store, number)),
  };
};

describe.each([
  ['a v4 negotiation', v4Record, false],
  ["documentation's own sample", sampleRecord, false],
  ['a legacy lead', legacyRecord, true],
])('of %s', (_what, record, isLegacy) => {
  const { sources } = findGeneration(isLegacy ? 'legacy' : 'v4').intake.reader;
  it('the preview is right about every field: a column, shown, or only kept', () => {
    const before = outcome(record, isLegacy);
    const truth = listUses(record, sources).map(({ path }) => {
      const after = outcome(withChanged(record, path), isLegacy);
      const isColumn = after.columns !== before.columns;
      const isShown = after.shown !== before.shown;
      return { path, use: isColumn ? 'column' : isShown ? 'shown' : 'kept' };
    });
    expect(listUses(record, sources)).toEqual(truth);
    expect(truth.find(({ path }) => path === 'colour')).toMatchObject({ use: 'kept' });
    // Slow: every field gets a separate store.
  }, 30_000);

  it('each column is shown with the field it came from', () => {
    const { row } = outcome(record, isLegacy);
    if (row === null) throw new Error('no row');
    const columns = listColumns(row, record, sources);
    const column = (name: string) => columns.find((each) => each.name === name);
    expect(column('price_cents')).toEqual({
      name: 'price_cents',
      value: 2_500,
      from: ['leadPrice'],
      came: '$25.00',
    });
    const names = ['Ada', 'Maria Gomez', 'Maria G.'];
    expect(names).toContain(column('customer_name')?.came);
    expect(column('created_at')?.value).toBeTypeOf('number');
    expect(column('availability')).toMatchObject({ value: 'here', from: [], came: null });
  });
});
