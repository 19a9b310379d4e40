import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Change } from '../../../../contract/events.ts';
import type { Slices } from '../../../../main/engine/platform/slices.ts';
import { toRow } from '../../../../main/engine/platform/store/ids.ts';
import { changeSettings } from '../../../../main/engine/platform/settings.ts';
import { applyOrderChange } from '../../../../main/engine/leads/follow-hours.ts';
import { refreshMarked } from '../../../../main/engine/leads/inbox.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { testIngest, type Bench } from '../support/ingest.ts';
import { message, negotiation, rfc } from '../support/records.ts';
import { noon, testSlices } from '../support/store.ts';

const minute = 60_000;

type Asked = {
  readonly category?: string;
  readonly details?: readonly { readonly question: string; readonly answer: string }[];
  readonly booking?: { readonly start: string; readonly duration: number };
  readonly description?: string;
};

const request = (negotiationID: string, asked: Asked, ageMinutes = 1) => {
  const plain = negotiation(negotiationID, { createdAt: rfc(noon - ageMinutes * minute) });
  const { category = 'Plumbing', ...rest } = asked;
  return {
    ...plain,
    request: {
      ...(plain['request'] as object),
      category: { categoryID: 'k1', name: category },
      ...rest,
    },
  };
};

const urgencyOf = (asked: Asked) => {
  const bench = testIngest();
  bench.deliver('NegotiationCreatedV4', request('1', asked));
  return bench.lead().urgency;
};

const answers = (question: string, answer: string): Asked => ({ details: [{ question, answer }] });

describe('a request is an emergency', () => {
  it.each<[string, Asked]>([
    ['by its category', { category: 'Plumbing Emergency' }],
    ['by its category, in the other word order', { category: 'Emergency Plumbing' }],
    ['by a yes to the question', answers('Is this an emergency?', 'Yes, water everywhere')],
    ['by an answer', answers('How soon?', "It's an emergency")],
    ['in Spanish', answers('¿Es una emergencia?', 'Sí')],
  ])('%s', (_, asked) => {
    expect(urgencyOf(asked)).toBe('emergency');
  });

  it.each<[string, Asked]>([
    ['a no to the question', answers('Is this an emergency?', 'No')],
    ['an answer that denies it', answers('How soon?', 'Not an emergency, within two weeks')],
    ['a choice that denies it', answers('What kind of visit?', 'Non-emergency repair')],
    ['a trade about emergencies', { category: 'Emergency Lighting Installation' }],
    ["the customer's own words alone", { description: 'No emergency, just a drip.' }],
  ])('but not because of %s', (_, asked) => {
    expect(urgencyOf(asked)).toBeNull();
  });

  it('while a job with a booking is booked instead', () => {
    expect(urgencyOf({ booking: { start: rfc(noon), duration: 60 } })).toBe('booked');
  });
});

describe('the order of new leads', () => {
  /** 1 is the oldest, so its deadline is first; 4 is the newest. */
  const fourLeads = (): Bench => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', request('1', {}, 40));
    bench.deliver('NegotiationCreatedV4', request('2', {}, 30));
    const booking = { start: rfc(noon), duration: 60 };
    bench.deliver('NegotiationCreatedV4', request('3', { booking }, 20));
    bench.deliver('NegotiationCreatedV4', request('4', { category: 'Plumbing Emergency' }, 10));
    return bench;
  };
  const order = (bench: Bench) =>
    bench.view('needs_reply').map(({ createdAt }) => (noon - createdAt) / minute);

  it('puts emergencies first, then bookings, then the earliest deadlines', () => {
    expect(order(fourLeads())).toEqual([10, 20, 40, 30]);
  });

  it('puts the newest first after that setting changes, for existing and later leads', async () => {
    const bench = fourLeads();
    changeSettings(bench.store, { newOrder: 'newest' });
    await applyOrderChange(bench.store, testSlices(bench.clock), () => undefined);
    expect(order(bench)).toEqual([10, 20, 30, 40]);
    bench.deliver('NegotiationCreatedV4', request('5', {}, 5));
    expect(order(bench)).toEqual([10, 20, 5, 30, 40]);
  });

  it('is that of the last setting, even if it changed and changed back within moments', async () => {
    const bench = fourLeads();
    const { store } = bench;
    const slices = testSlices(bench.clock);
    await applyOrderChange(store, slices, () => undefined);
    changeSettings(store, { newOrder: 'newest' });
    const first = applyOrderChange(store, slices, () => undefined);
    changeSettings(store, { newOrder: 'due' });
    await Promise.all([first, applyOrderChange(store, slices, () => undefined)]);
    expect(order(bench)).toEqual([10, 20, 40, 30]);
  });

  it('is shown for all leads, also if another program locks the database halfway', async () => {
    const { store, clock, deliver } = testIngest();
    for (let age = 1; age <= 26; age += 1)
      deliver('NegotiationCreatedV4', request(String(age), {}, age));
    changeSettings(store, { newOrder: 'newest' });
    const other = new Database(store.db.name);
    onTestFinished(() => void other.close());
    const run: Slices['run'] = async (slice) => {
      slice(() => true);
      other.exec('BEGIN IMMEDIATE');
      return slice(() => true);
    };
    const shown = new Set<unknown>();
    const publish = ({ leadIDs }: Change): void => leadIDs?.forEach((each) => shown.add(each));
    const code = 'SQLITE_BUSY';
    await expect(applyOrderChange(store, { run }, publish)).rejects.toMatchObject({ code });
    other.exec('ROLLBACK');
    await applyOrderChange(store, testSlices(clock), publish);
    expect(shown.size).toBe(26);
  });

  it('puts conversations last', () => {
    const bench = fourLeads();
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Business', 'Hi', noon - 5 * minute));
    bench.deliver('MessageCreatedV4', message('m2', '1', 'Customer', 'When?', noon - 4 * minute));
    expect(order(bench)).toEqual([10, 20, 30, 40]);
  });
});

describe('a lead whose job is over', () => {
  const close = (bench: Bench, status: 'not_hired' | 'done' | 'hired' | null): void => {
    const row = toRow(bench.lead().leadID) ?? 0;
    const jobStatus = status === null ? null : { status, reason: null, words: '' };
    bench.store.write(() =>
      refreshMarked(bench.store, [row], setMarks(bench.store, [row], { jobStatus })),
    );
  };

  it.each(['not_hired', 'done'] as const)(
    'leaves Needs reply as %s and returns when that is undone',
    (status) => {
      const bench = testIngest();
      bench.deliver('NegotiationCreatedV4', negotiation('1'));
      close(bench, status);
      expect(bench.lead().needsReply).toBe(false);
      close(bench, null);
      expect(bench.lead().needsReply).toBe(true);
    },
  );

  it('needs a reply again when the customer writes', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    close(bench, 'not_hired');
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Still there?', noon));
    expect(bench.lead()).toMatchObject({ needsReply: true, jobStatus: { status: 'not_hired' } });
  });

  it('still needs a reply when the customer has hired', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    close(bench, 'hired');
    expect(bench.lead().needsReply).toBe(true);
  });
});

describe('the files shown in a row', () => {
  const photo = {
    fileName: 'sink.jpg',
    fileSize: 1,
    mimeType: 'image/jpeg',
    url: 'https://x.test/1',
  };
  const invoice = { ...photo, fileName: 'Invoice.pdf', mimeType: 'application/pdf' };

  it('are counted as photos, or named when the last message has no text', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    const files = (...attachments: unknown[]) => ({ attachments });
    bench.deliver(
      'MessageCreatedV4',
      message('m1', '1', 'Customer', 'Look', noon, files(photo, photo)),
    );
    expect(bench.lead()).toMatchObject({ photos: 2, lastFiles: null });
    bench.deliver(
      'MessageCreatedV4',
      message('m2', '1', 'Customer', '', noon + 1, files(photo, invoice)),
    );
    expect(bench.lead()).toMatchObject({
      photos: 3,
      lastFiles: { photos: 1, names: ['Invoice.pdf'] },
    });
  });

  it('are those of the shown message, not of an automatic one after it', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1', { createdAt: rfc(noon) }));
    bench.deliver(
      'MessageCreatedV4',
      message('m1', '1', 'Customer', '', noon + 1, { attachments: [photo] }),
    );
    bench.deliver('MessageCreatedV4', message('m2', '1', 'Business', 'Hello!', noon + 2));
    expect(bench.lead()).toMatchObject({
      lastMessage: { side: 'customer', text: '' },
      lastFiles: { photos: 1, names: [] },
    });
  });
});
