/** Findings from recorded and documented payloads. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { detailsOf } from '../../support/readers.ts';
import { countNotUnderstood } from '../../../../../main/engine/accounts/deliveries.ts';
import { listBusinesses } from '../../../../../main/engine/leads/businesses.ts';
import { toRow } from '../../../../../main/engine/platform/store/ids.ts';
import { readLeadCounts } from '../../../../../main/engine/leads/counts.ts';
import { legacyIngest, testIngest, type Bench } from '../../support/ingest.ts';
import * as legacy from '../../support/legacy-records.ts';
import { message, negotiation, rfc } from '../../support/records.ts';
import { accountID, noon } from '../../support/store.ts';

const details = (bench: Bench) => detailsOf(bench.store, toRow(bench.lead().leadID) ?? 0);

const call = ({ ingest }: Bench, kind: string, body: unknown): void => {
  ingest.record([{ accountID, eventType: kind, webhookID: null, body: JSON.stringify(body) }]);
  void ingest.applyRecorded();
};

const withPhone = (phone: string) =>
  negotiation('1', { customer: { customerID: 'c1', firstName: 'Maria', phone } });

describe("documentation's own sample", () => {
  it('shows the category, answers, and location from outside the request', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', {
      negotiationID: '1',
      createTime: rfc(noon),
      status: 'active',
      category: { categoryID: 'k1', name: 'Plumbing' },
      details: [{ question: 'When?', answer: 'Soon' }],
      location: { city: 'Austin', state: 'TX', zipCode: '78701' },
      customer: { customerID: 'c1', displayName: 'Maria G.' },
      business: { businessID: 'b1', name: 'Ace' },
    });
    expect(bench.lead()).toMatchObject({ category: 'Plumbing', city: 'Austin' });
    expect(details(bench)?.request).toMatchObject({
      details: [{ question: 'When?', answer: 'Soon' }],
      location: { state: 'TX', zipCode: '78701' },
    });
    expect(bench.view('all', 'soon')).toHaveLength(1);
  });

  it("uses the customer's location if the request has none, and prefers the request's category", () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', {
      ...negotiation('1', { request: { category: { name: 'Plumbing' }, location: null } }),
      customer: { firstName: 'Maria', location: { city: 'Waco' } },
      category: { name: 'Something else' },
    });
    expect(bench.lead()).toMatchObject({ category: 'Plumbing', city: 'Waco' });
  });
});

describe('an empty text', () => {
  it('is not a price, and the charge state is still shown', () => {
    const bench = testIngest();
    const estimate = { type: 'Fixed', pricePerUnit: '', unitQuantity: 0, unitName: '', total: '' };
    bench.deliver(
      'NegotiationCreatedV4',
      negotiation('1', { leadPrice: '', chargeState: 'Pending', estimate }),
    );
    expect(bench.lead().price).toBeNull();
    expect(details(bench)).toMatchObject({
      chargeState: 'Pending',
      estimate: { total: null, pricePerUnit: null },
    });
  });

  it('is not a phone number, code, or link', () => {
    const bench = testIngest();
    bench.deliver(
      'NegotiationCreatedV4',
      negotiation('1', {
        customer: { firstName: 'Maria', lastName: '', phone: ' ' },
        business: { businessID: 'b1', name: 'Ace', phoneNumber: '', accessCode: '' },
        requestReviewLink: '',
      }),
    );
    expect(details(bench)).toMatchObject({
      customerPhones: [],
      accessCode: null,
      businessPhone: null,
      links: { requestReview: null },
    });
  });
});

describe('two forwarding numbers of a lead', () => {
  const [delivered, answered] = ['+15125550101', '+15125550102'];

  it('are both kept, the newest first', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', withPhone(delivered));
    bench.ingest.applyNegotiations(accountID, [withPhone(answered)], 'poll');
    bench.ingest.applyNegotiations(accountID, [withPhone(answered)], 'poll');
    expect(details(bench)?.customerPhones).toEqual([answered, delivered]);
  });

  it('are both kept when the delivery comes after the answer', () => {
    const bench = testIngest();
    bench.ingest.applyNegotiations(accountID, [withPhone(answered)], 'poll');
    bench.deliver('NegotiationCreatedV4', withPhone(delivered));
    expect(details(bench)?.customerPhones).toEqual([answered, delivered]);
  });

  it('are one if they differ only in formatting', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', withPhone('+15125550101'));
    bench.ingest.applyNegotiations(accountID, [withPhone('(512) 555-0101')], 'poll');
    expect(details(bench)?.customerPhones).toEqual(['+15125550101']);
  });
});

describe('a photo without text', () => {
  const photo = { url: 'https://files.example/a.jpg', fileName: 'tap &amp; sink.jpg' };

  it.each([[null], [undefined], ['']])('is a message when its text is %j', (text) => {
    const bench = testIngest();
    const more = { text, attachments: [photo] };
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', '', noon, more));
    expect(bench.thread(bench.lead())).toMatchObject([
      { text: '', attachments: [{ fileName: 'tap & sink.jpg', url: photo.url }] },
    ]);
  });

  it('is shown by its name when it has no URL', () => {
    const bench = testIngest();
    const attachments = [{ fileName: 'tap.jpg', url: null }, 'plan.pdf', null, {}];
    bench.deliver(
      'MessageCreatedV4',
      message('m1', '1', 'Customer', 'Look', noon, { attachments }),
    );
    expect(bench.thread(bench.lead())[0]?.attachments).toMatchObject([
      { fileName: 'tap.jpg', url: null },
      { fileName: 'plan.pdf', url: null },
    ]);
  });
});

describe('the sender of a message', () => {
  const both = {
    customer: { customerID: 'c1', displayName: 'Maria G.' },
    business: { businessID: 'b1', displayName: 'Ace &amp; Sons' },
  };

  it('is shown with side and name if the message names both parties', () => {
    const bench = testIngest();
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Hi', noon, both));
    bench.deliver('MessageCreatedV4', message('m2', '1', 'Business', 'Hello', noon + 1, both));
    expect(bench.thread(bench.lead()).map(({ side, author }) => [side, author])).toEqual([
      ['customer', 'Maria G.'],
      ['business', 'Ace & Sons'],
    ]);
  });

  it('is the only named party if "from" is missing, and unknown if both are named', () => {
    const bench = testIngest();
    const incoming = message('m1', '1', 'Customer', 'Hi', noon, { from: null });
    bench.deliver('MessageCreatedV4', incoming);
    bench.deliver('MessageCreatedV4', { ...incoming, messageID: 'm2', ...both });
    expect(bench.thread(bench.lead()).map(({ side }) => side)).toEqual(['customer', 'unknown']);
  });
});

it('CR LF and CR line ends are shown as plain line breaks', () => {
  const bench = testIngest();
  bench.deliver(
    'NegotiationCreatedV4',
    negotiation('1', { request: { description: 'First\r\nSecond\rThird' } }),
  );
  bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'One\r\n\r\nTwo', noon));
  expect(details(bench)?.request.description).toBe('First\nSecond\nThird');
  expect(bench.thread(bench.lead())[0]?.text).toBe('One\n\nTwo');
});

it('business names have their entities decoded, from the list and from leads', () => {
  const bench = testIngest();
  bench.deliver(
    'NegotiationCreatedV4',
    negotiation('1', { business: { businessID: 'b9', name: 'Tom&#39;s &amp; Co' } }),
  );
  bench.ingest.applyBusinesses(accountID, [{ businessID: 'b1', name: 'Ace &amp; Sons' }]);
  expect(listBusinesses(bench.store).map(({ name }) => name)).toEqual(['Ace & Sons', "Tom's & Co"]);
});

it('a business gets its name once it is known, and an empty name does not erase it', () => {
  const bench = testIngest();
  const named = (id: string, name: string) =>
    negotiation(id, { business: { businessID: 'b1', name } });
  for (const [id, name] of ['', 'Ace', ''].entries()) {
    bench.deliver('NegotiationCreatedV4', named(String(id), name));
  }
  bench.ingest.applyBusinesses(accountID, [{ businessID: 'b1', name: '' }]);
  expect(listBusinesses(bench.store)).toMatchObject([{ name: 'Ace' }]);
});

describe("the request's description sent as a customer's message", () => {
  const words = 'The kitchen tap drips';
  const incoming = (id: string, more = {}, at = noon - 59_000) =>
    message(id, '1', 'Customer', ` ${words}\r\n`, at, more);

  it('is shown and notified only once when it comes before the lead', () => {
    const bench = testIngest();
    bench.deliver('MessageCreatedV4', incoming('m1'));
    expect(bench.thread(bench.lead())).toHaveLength(1);
    bench.ingest.applyNegotiations(accountID, [negotiation('1')], 'poll');
    bench.ingest.applyMessages(accountID, '1', [incoming('m1')], 'poll');
    expect([bench.thread(bench.lead()), bench.lead().lastMessage]).toEqual([[], null]);
    expect(details(bench)?.request.description).toBe(words);
    const [first, second] = bench.news.map(({ at }) => at);
    expect(second, 'no second notification').toBeLessThanOrEqual(first ?? 0);
  });

  it('is shown once and not notified when it comes after the lead', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    bench.deliver('MessageCreatedV4', incoming('m1'));
    bench.ingest.applyMessages(accountID, '1', [incoming('m1')], 'poll');
    expect(bench.thread(bench.lead())).toEqual([]);
    expect(bench.news.map(({ kind }) => kind)).toEqual(['lead']);
    expect(bench.lead()).toMatchObject({ needsReply: true, isUnread: true });
  });

  it('is shown once for a legacy lead too, whichever comes first', () => {
    const text = 'A thorough cleaning before we move in';
    const [lead, words] = [legacy.lead('n1'), legacy.message('m1', 'n1', text, noon - 60_000)];
    for (const order of [['Message', 'Lead'] as const, ['Lead', 'Message'] as const]) {
      const bench = legacyIngest();
      for (const kind of order) call(bench, kind, kind === 'Lead' ? lead : words);
      expect(bench.thread(bench.lead())).toEqual([]);
    }
  });

  it.each([
    ['with a file', incoming('m2', { attachments: [{ fileName: 'tap.jpg' }] })],
    ['a second time', incoming('m2')],
    ['a day later', incoming('m2', {}, noon + 24 * 60 * 60_000)],
  ])('is a separate message %s', (how, again) => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    if (how === 'a second time') bench.deliver('MessageCreatedV4', incoming('m1'));
    bench.deliver('MessageCreatedV4', again);
    expect(bench.thread(bench.lead())).toHaveLength(1);
  });

  it('is found without parsing the record of the lead for each message of the first hour', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1', { requestReviewLink: 'only-here' }));
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    const recordsParsed = (): number =>
      parse.mock.calls.filter(([text]) => text.includes('only-here')).length;
    for (let n = 0; n < 20; n += 1) {
      const sentAt = noon - 50_000 + n * 1_000;
      bench.deliver('MessageCreatedV4', message(`m${n}`, '1', 'Customer', `Drop ${n}`, sentAt));
    }
    expect([bench.thread(bench.lead()).length, recordsParsed()]).toEqual([20, 0]);
    bench.deliver('MessageCreatedV4', incoming('d1'));
    bench.deliver('MessageCreatedV4', incoming('d2'));
    expect([bench.thread(bench.lead()).length, recordsParsed()]).toEqual([21, 1]);
  });
});

describe('a test delivery', () => {
  const names = { customer: { firstName: 'Test', lastName: 'Customer', phone: '1234567890' } };
  const test = negotiation('999', {
    ...names,
    business: { businessID: 'b-foreign', name: 'Test Business for Webhooks' },
  });

  it.each([
    ['by the name of its business', test],
    ['by its customer', negotiation('999', names)],
  ])('is recognized %s and creates no lead, notice, business, or count', (_how, data) => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', data);
    expect([bench.view('all'), bench.news, listBusinesses(bench.store)]).toEqual([[], [], []]);
    expect(new Set(Object.values(readLeadCounts(bench.store, null)))).toEqual(new Set([0]));
    expect(bench.store.db.prepare('SELECT * FROM polls').all()).toEqual([]);
  });

  it('is stored as applied, which proves that deliveries arrive', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', test);
    expect(countNotUnderstood(bench.store, accountID)).toBe(0);
    expect(bench.store.db.prepare('SELECT state FROM deliveries').pluck().all()).toEqual([
      'applied',
    ]);
  });

  it('is not assumed for a customer who merely has that name', () => {
    const bench = testIngest();
    const customer = { firstName: 'Test', lastName: 'Customer', phone: '+15125550101' };
    bench.deliver('NegotiationCreatedV4', negotiation('1', { customer }));
    expect(bench.lead().customerName).toBe('Test Customer');
  });
});

describe('files of the legacy interface', () => {
  const attachments = [
    { fileName: 'a&amp;b.pdf', fileSize: '2048', mimeType: 'application/pdf', url: 'https://x/a' },
  ];
  const shown = { fileName: 'a&b.pdf', fileSize: 2_048, url: 'https://x/a' };

  it('are shown in the request', () => {
    const bench = legacyIngest();
    call(bench, 'Lead', legacy.lead('n1', { request: { category: 'Cleaning', attachments } }));
    expect(details(bench)?.request.attachments).toMatchObject([shown]);
  });

  it('are shown in messages, even without text', () => {
    const bench = legacyIngest();
    const incoming = legacy.message('m1', 'n1', '', noon);
    call(bench, 'Message', {
      ...incoming,
      message: { ...(incoming['message'] as object), text: null, attachments },
    });
    expect(bench.thread(bench.lead())).toMatchObject([{ text: '', attachments: [shown] }]);
  });
});

it('a numeric street is shown, in either interface generation', () => {
  const location = { address1: 101, address2: 7, city: 'Boston', zipCode: 2134 };
  const [v4, older] = [testIngest(), legacyIngest()];
  v4.deliver('NegotiationCreatedV4', negotiation('1', { request: { location } }));
  call(older, 'Lead', legacy.lead('n1', { request: { location } }));
  for (const bench of [v4, older]) {
    expect(details(bench)?.request.location).toEqual({
      address1: '101',
      address2: '7',
      city: 'Boston',
      state: '',
      zipCode: '02134',
    });
  }
});

describe('an answer nested too deeply to store', () => {
  const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown;

  it('is set aside, and the other records are stored', () => {
    const bench = testIngest();
    const odd = negotiation('2', { surprise: deep });
    bench.ingest.applyNegotiations(accountID, [odd, { no: deep }, negotiation('1')], 'poll');
    bench.ingest.applyMessages(
      accountID,
      '1',
      [{ no: deep }, message('m1', '1', 'Customer', 'Hi', noon, { surprise: deep })],
      'poll',
    );
    expect(bench.view('all')).toHaveLength(1);
    expect(bench.thread(bench.lead())).toHaveLength(1);
    expect(countNotUnderstood(bench.store, accountID)).toBeGreaterThan(0);
  });
});
