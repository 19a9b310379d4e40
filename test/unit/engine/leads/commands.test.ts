import { defaultBusinessHours } from '../../../../contract/business-hours.ts';
import { initialSettings } from '../../../../contract/settings.ts';
import { viewNames } from '../../../../contract/views.ts';
import { views } from '../../../../main/engine/leads/views.ts';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../../contract/commands.ts';
import { succeed } from '../../../../contract/errors.ts';
import type { Change } from '../../../../contract/events.ts';
import type { LeadID } from '../../../../contract/records.ts';
import { createLeadCommands } from '../../../../main/engine/leads/commands.ts';
import { createMarking } from '../../../../main/engine/leads/marking.ts';
import { detailsOf } from '../support/readers.ts';
import { createSettingsCommands } from '../../../../main/engine/tools/settings.ts';
import { createThreadCommands } from '../../../../main/engine/conversation/commands.ts';
import { testIngest } from '../support/ingest.ts';
import { message, negotiation, rfc } from '../support/records.ts';
import { accountID, newReplyID, noon, testClock, testSlices } from '../support/store.ts';

const noOutbox = (): never => {
  throw new Error('not used here');
};

const bench = () => {
  const made = testIngest();
  const { store, clock } = made;
  const changes: Change[] = [];
  const publish = (change: Change): void => void changes.push(change);
  const outbox = {
    send: noOutbox,
    findSentText: () => null,
    undo: noOutbox,
    retry: noOutbox,
    discard: noOutbox,
    handOver: noOutbox,
  };
  const watch = (): void => undefined;
  return {
    ...made,
    changes,
    ...createLeadCommands({
      clock: testClock(),
      store,
      slices: testSlices(clock),
      mark: createMarking({ store, slices: testSlices(clock), clock: testClock(), publish }),
      readDetails: (lead) => detailsOf(store, lead),
      onReopened: () => undefined,
      onJobStatusChanged: () => undefined,
    }),
    ...createSettingsCommands({ store, clock, publish, onOrderChange: () => undefined }),
    ...createThreadCommands({ store, clock, publish, watch, outbox }),
  };
};

const nobody = '999' as LeadID;
const replyID = newReplyID();

/** The key of the business with this name. */
const keyOf = async (made: Pick<ReturnType<typeof bench>, 'views.counts'>, name: string) => {
  const answer = await made['views.counts']({});
  return answer.ok ? (answer.value.businesses.find((each) => each.name === name)?.key ?? '') : '';
};

describe('leads.list', () => {
  it('pages through a view newest first, each lead once, while new leads arrive', async () => {
    const made = bench();
    const add = (id: number): void =>
      made.deliver(
        'NegotiationCreatedV4',
        negotiation(String(id), {
          createdAt: rfc(noon + Math.floor(id / 5)),
          customer: { firstName: String(id) },
        }),
      );
    // Five leads share each creation time, so time alone cannot be the cursor.
    for (let id = 1; id <= 45; id++) add(id);
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await made['leads.list']({ view: 'all', limit: 4, ...(cursor && { cursor }) });
      if (!answer.ok) throw new Error(answer.error.message);
      names.push(...answer.value.leads.map((lead) => lead.customerName));
      cursor = answer.value.next ?? undefined;
      add(100 + names.length);
    } while (cursor !== undefined);
    expect(names).toEqual(Array.from({ length: 45 }, (_, index) => String(45 - index)));
  });

  it('lists only the leads of the requested business', async () => {
    const made = bench();
    made.deliver('NegotiationCreatedV4', negotiation('1'));
    made.deliver(
      'NegotiationCreatedV4',
      negotiation('2', { business: { businessID: 'b2', name: 'Best' } }),
    );
    const b2 = await keyOf(made, 'Best');
    const answer = await made['leads.list']({ view: 'needs_reply', business: b2, limit: 10 });
    expect(answer).toMatchObject({
      ok: true,
      value: { leads: [{ businessName: 'Best' }], next: null },
    });
  });

  it('rejects a made-up cursor', async () => {
    const answer = await bench()['leads.list']({ view: 'all', cursor: "1' OR 1", limit: 10 });
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });

  it('uses an index for every view', () => {
    const { store } = bench();
    for (const view of viewNames) {
      const { buildCondition, order } = views[view];
      const sign = order.direction === 'DESC' ? '<' : '>';
      const plan = store.db
        .prepare(
          `EXPLAIN QUERY PLAN SELECT * FROM inbox i JOIN leads l ON l.lead = i.lead
           WHERE ${buildCondition('i.')} AND (i.${order.by}, i.lead) ${sign} (9, 9)
           ORDER BY i.${order.by} ${order.direction}, i.lead ${order.direction} LIMIT 50`,
        )
        .all() as { detail: string }[];
      expect(plan.map(({ detail }) => detail).join(' ')).not.toMatch(/TEMP B-TREE|SCAN i$/);
    }
  });
});

describe('leads.get', () => {
  it('returns everything the service sent, in readable form', async () => {
    const made = bench();
    made.ingest.applyNegotiations(
      accountID,
      [
        negotiation('77', {
          estimate: {
            type: 'PerUnit',
            total: '$1,234.50',
            pricePerUnit: '$10',
            unitQuantity: 3,
            unitName: 'hours',
          },
          requestReviewLink: 'https://example.test/review',
          leadPriceBreakdown: { subtotal: '$23.00', salesTax: '$2.00' },
          business: { businessID: 'b1', name: 'Ace', phoneNumber: '7375550142', accessCode: 4821 },
          refundDetails: { reason: 'Wrong &amp; gone', refundedCents: 2_500, log: [1], by: null },
          request: {
            description: 'Fix &quot;it&quot; &lt;b&gt;now&lt;/b&gt;',
            category: { name: 'Plumbing' },
            location: { address1: '1 Main St', city: 'Austin', state: 'TX', zipCode: 78701 },
            details: [{ question: 'Where?', answer: 'Kitchen, Bath &#38; Hall' }],
            proposedTimes: [{ start: rfc(noon), end: rfc(noon + 1) }, { end: rfc(noon) }],
            booking: { start: rfc(noon), duration: 90 },
            travelPreferences: ['Remote', 'ByBoat'],
            attachments: [
              {
                fileName: 'a.jpg',
                fileSize: 5,
                mimeType: 'image/jpeg',
                url: 'https://example.test/a',
              },
              { url: 3 },
            ],
          },
        }),
      ],
      'poll',
    );
    const { leadID } = made.lead();
    await made['drafts.save']({ leadID, replyID, text: 'Hello M' });
    const answer = await made['leads.get']({ leadID });
    expect(commands['leads.get'].output.parse(answer.ok && answer.value).lead).toEqual({
      row: made.lead(),
      negotiationID: '77',
      customer: {
        customerID: 'c77',
        name: 'Maria Gomez',
        phone: '+15125550100',
        email: null,
      },
      customerPhones: ['+15125550100'],
      leadType: null,
      request: {
        title: '',
        description: 'Fix "it" <b>now</b>',
        schedule: '',
        details: [{ question: 'Where?', answer: 'Kitchen, Bath & Hall' }],
        location: {
          address1: '1 Main St',
          address2: '',
          city: 'Austin',
          state: 'TX',
          zipCode: '78701',
        },
        timeZone: 'America/Chicago',
        proposedTimes: [
          { start: noon, end: noon + 1 },
          { start: noon, end: null },
        ],
        booking: { start: noon, end: noon + 90 * 60_000 },
        travelPreferences: ['Remote', 'ByBoat'],
        attachments: [
          {
            fileName: 'a.jpg',
            fileSize: 5,
            mimeType: 'image/jpeg',
            url: 'https://example.test/a',
            description: null,
          },
        ],
      },
      estimate: {
        type: 'PerUnit',
        total: { text: '$1,234.50', cents: 123_450 },
        pricePerUnit: { text: '$10', cents: 1_000 },
        unitQuantity: 3,
        unitName: 'hours',
      },
      chargeState: 'Pending',
      priceParts: {
        subtotal: { text: '$23.00', cents: 2_300 },
        salesTax: { text: '$2.00', cents: 200 },
      },
      refund: [
        { name: 'reason', text: 'Wrong & gone' },
        { name: 'refundedCents', text: '2500' },
        { name: 'log', text: '1' },
      ],
      accessCode: '4821',
      businessPhone: '7375550142',
      links: { requestReview: 'https://example.test/review', refundRequest: null },
      noteAuthors: {},
      jobStatusRefused: null,
      unsentReplies: [],
      notes: [],
      draft: 'Hello M',
      draftReplyID: replyID,
      readAt: 0,
      customerAt: noon - 60_000,
    });
  });

  it.each([
    ['a text', 'Not yours', [{ name: '', text: 'Not yours' }]],
    ['a list', ['a', 'b'], [{ name: '', text: 'a, b' }]],
    ['nothing', null, []],
  ])('accepts refund details that are %s', async (_what, refundDetails, refund) => {
    const made = bench();
    made.ingest.applyNegotiations(accountID, [negotiation('78', { refundDetails })], 'poll');
    const answer = await made['leads.get']({ leadID: made.lead().leadID });
    expect(answer.ok && answer.value.lead.refund).toEqual(refund);
  });

  it('returns a lead that is known only from a message', async () => {
    const made = bench();
    made.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Hi', noon));
    const answer = await made['leads.get']({ leadID: made.lead().leadID });
    expect(commands['leads.get'].output.parse(answer.ok && answer.value).lead).toMatchObject({
      row: { isIncomplete: true },
      request: { description: '' },
      estimate: null,
    });
  });

  it.each(['999', '0', '-1', '1.5', 'abc', '1 ', '99999999999999999999'])(
    'answers not_found for the lead ID "%s"',
    async (id) => {
      expect(await bench()['leads.get']({ leadID: id as LeadID })).toMatchObject({
        ok: false,
        error: { code: 'not_found' },
      });
    },
  );
});

describe('leads.mark', () => {
  it('marks many leads at once and publishes only those that changed', async () => {
    const made = bench();
    for (const id of ['1', '2', '3']) made.deliver('NegotiationCreatedV4', negotiation(id));
    const leadIDs = made.view('all').map((lead) => lead.leadID);
    await made['leads.mark']({ leadIDs: leadIDs.slice(0, 1), starred: true });
    await made['leads.mark']({ leadIDs: [...leadIDs, nobody], starred: true, read: true });
    await made['leads.mark']({ leadIDs, starred: true });
    expect(made.changes).toEqual([
      { kinds: ['leads'], leadIDs: leadIDs.slice(0, 1) },
      { kinds: ['leads'], leadIDs },
    ]);
    expect(made.view('starred').map(({ isUnread }) => isUnread)).toEqual([false, false, false]);
  });

  it('archives a lead and unarchives it', async () => {
    const made = bench();
    made.deliver('NegotiationCreatedV4', negotiation('1'));
    const leadIDs = [made.lead().leadID];
    await made['leads.mark']({ leadIDs, archived: true });
    const away = [made.view('all').length, made.view('archived').length];
    await made['leads.mark']({ leadIDs, archived: false });
    expect([away, made.lead().needsReply]).toEqual([[0, 1], true]);
  });

  it('answers not_found for an unknown lead', async () => {
    expect(await bench()['leads.mark']({ leadIDs: [nobody], read: true })).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
  });
});

describe('leads.seen', () => {
  const seen = async () => {
    const made = bench();
    made.deliver('NegotiationCreatedV4', negotiation('1'));
    const { leadID } = made.lead();
    const customerAt = async () => {
      const answer = await made['leads.get']({ leadID });
      return answer.ok ? answer.value.lead.customerAt : 0;
    };
    return { ...made, leadID, customerAt };
  };

  it('marks customer activity as read only up to the visible message', async () => {
    const made = await seen();
    const upTo = await made.customerAt();
    made.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Hi', upTo + 1));
    await made['leads.seen']({ leadID: made.leadID, upTo });
    expect(made.lead().isUnread).toBe(true);
    await made['leads.seen']({ leadID: made.leadID, upTo: await made.customerAt() });
    expect(made.lead().isUnread).toBe(false);
    expect(made.changes).toEqual([{ kinds: ['leads'], leadIDs: [made.leadID] }]);
    await made['leads.seen']({ leadID: made.leadID, upTo });
    expect(made.lead().isUnread).toBe(false);
  });

  it('answers not_found for an unknown lead', async () => {
    expect(await bench()['leads.seen']({ leadID: nobody, upTo: noon })).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
  });
});

describe('views.counts', () => {
  it('counts the leads of every view and the waiting leads of each business', async () => {
    const made = bench();
    made.ingest.applyBusinesses(accountID, [
      { businessID: 'b2', name: 'best' },
      { businessID: 'b1', name: 'Ace' },
    ]);
    made.deliver('NegotiationCreatedV4', negotiation('1'));
    const answer = await made['views.counts']({});
    expect(commands['views.counts'].output.parse(answer.ok && answer.value)).toEqual({
      counts: expect.objectContaining({ all: 1, needs_reply: 1, unread: 1, starred: 0 }) as unknown,
      businesses: [
        {
          key: expect.any(String) as string,
          accountID,
          businessID: 'b1',
          name: 'Ace',
          needsReply: 1,
        },
        {
          key: expect.any(String) as string,
          accountID,
          businessID: 'b2',
          name: 'best',
          needsReply: 0,
        },
      ],
    });
  });
});

describe('thread.page', () => {
  it('pages back through a conversation, each page oldest first', async () => {
    const made = bench();
    made.ingest.applyMessages(
      accountID,
      '1',
      Array.from({ length: 10 }, (_, index) =>
        message(
          `m${index}`,
          '1',
          index % 2 === 0 ? 'Customer' : 'Business',
          String(index),
          noon + Math.floor(index / 3),
        ),
      ),
      'poll',
    );
    const { leadID } = made.lead();
    const pages: string[][] = [];
    let before: string | undefined;
    do {
      const answer = await made['thread.page']({ leadID, limit: 4, ...(before && { before }) });
      const page = commands['thread.page'].output.parse(answer.ok && answer.value);
      pages.push(page.messages.map(({ text }) => text));
      before = page.earlier ?? undefined;
    } while (before !== undefined);
    expect(pages).toEqual([
      ['6', '7', '8', '9'],
      ['2', '3', '4', '5'],
      ['0', '1'],
    ]);
  });

  it('rejects a made-up cursor and an unknown lead', async () => {
    const made = bench();
    made.deliver('NegotiationCreatedV4', negotiation('1'));
    const { leadID } = made.lead();
    expect([
      await made['thread.page']({ leadID, before: 'x', limit: 1 }),
      await made['thread.page']({ leadID: nobody, limit: 1 }),
    ]).toMatchObject([{ error: { code: 'invalid_input' } }, { error: { code: 'not_found' } }]);
  });
});

describe('drafts.save', () => {
  it('saves each text, but publishes a change only when a draft begins or ends', async () => {
    const made = bench();
    made.deliver('NegotiationCreatedV4', negotiation('1'));
    const { leadID } = made.lead();
    const seen: boolean[] = [];
    for (const text of ['He', 'Hello', '']) {
      await made['drafts.save']({ leadID, replyID, text });
      seen.push(made.lead().hasDraft);
    }
    expect([seen, made.changes.length]).toEqual([[true, true, false], 2]);
  });

  it('answers not_found for an unknown lead', async () => {
    expect(await bench()['drafts.save']({ leadID: nobody, replyID, text: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
  });
});

describe('settings', () => {
  it('start with defaults and store changes', async () => {
    const made = bench();
    const before = await made['settings.get']({});
    await made['settings.change']({ theme: 'dark', density: undefined });
    await made['settings.change']({ undoSeconds: 0 });
    expect([before, await made['settings.get']({})]).toEqual([
      succeed({ settings: initialSettings }),
      succeed({ settings: { ...initialSettings, theme: 'dark', undoSeconds: 0 } }),
    ]);
  });

  it('give the next opening, past holidays, or null when the business never opens', async () => {
    const made = bench();
    const opening = async () => made['hours.nextOpening']({});
    const first = await opening();
    const date = first.ok ? new Date(first.value.at ?? 0).toISOString().slice(0, 10) : '';
    const holidays = [{ date, name: 'Inventory' }];
    await made['settings.change']({ businessHours: { ...defaultBusinessHours, holidays } });
    const later = await opening();
    expect(first.ok && later.ok && (later.value.at ?? 0) > (first.value.at ?? 0)).toBe(true);
    const week = defaultBusinessHours.week.map(() => []);
    await made['settings.change']({ businessHours: { ...defaultBusinessHours, week } });
    expect(await opening()).toEqual(succeed({ at: null }));
  });
});
