/** Results of each search operator, and the place of the match in a lead. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RuleID } from '../../../../contract/automatic-replies.ts';
import type { NoteID } from '../../../../contract/records.ts';
import { operators } from '../../../../contract/search-query.ts';
import { addNote } from '../../../../main/engine/conversation/notes.ts';
import { saveDraft } from '../../../../main/engine/conversation/drafts.ts';
import { putRuleReply } from '../../../../main/engine/conversation/rule-replies.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { findLeadsWithin, type ListPage } from '../../../../main/engine/leads/pages.ts';
import { createSearchCommands } from '../../../../main/engine/leads/search-commands.ts';
import { findMatch, findHits } from '../../../../main/engine/leads/search-match.ts';
import { planSearch } from '../../../../main/engine/leads/search-plan.ts';
import { resolveQuestion } from '../../../../main/engine/leads/selection.ts';
import { runAllSteps } from '../../../../main/engine/platform/slices.ts';
import { toRow } from '../../../../main/engine/platform/store/ids.ts';
import { testIngest, type Bench } from '../support/ingest.ts';
import { listLeads } from '../support/list-leads.ts';
import { message, negotiation, rfc } from '../support/records.ts';
import { noon, testSlices } from '../support/store.ts';

const day = 24 * 60 * 60_000;

const page = ({ store, clock }: Bench, query: string, more: object = {}): ListPage => {
  const asked = { view: 'needs_reply', everywhere: true, start: null } as const;
  const found = listLeads(store, { ...asked, query, now: clock.now(), limit: 50, ...more });
  if (found === null) throw new Error('no such page');
  return found;
};
const found = (made: Bench, query: string): readonly string[] =>
  page(made, query).leads.map(({ customerName }) => customerName.split(' ')[0] ?? '');

const customer = (name: string, id: string) => ({
  customer: { customerID: id, firstName: name, lastName: 'Peña', phone: `+1512555${id}` },
});

/** Maria wrote and was answered, Ann is archived with a tag and a note, Omar is old and was hired. */
const bench = (): Bench => {
  const made = testIngest();
  made.deliver('NegotiationCreatedV4', negotiation('1', customer('Maria', '0101')));
  made.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'The boiler leaks badly', noon));
  const codes = 'Its serial is SN20241234567, the invoice INV-7654321';
  made.deliver('MessageCreatedV4', message('m0', '1', 'Customer', codes, noon - 1_000));
  made.deliver(
    'MessageCreatedV4',
    message('m2', '1', 'Business', 'I can look at the water heater', noon + 1_000),
  );
  made.deliver(
    'NegotiationCreatedV4',
    negotiation('2', {
      ...customer('Ann', '0202'),
      createdAt: rfc(noon - 10 * day),
      status: 'Pro_Picked-Up',
      request: {
        description: 'A water heater for the garage',
        category: { categoryID: 'k2', name: 'Water Heaters' },
        location: { address1: '8 Elm St', city: 'Dallas', zipCode: 75201 },
        details: [],
        attachments: [
          { fileName: 'a.jpg', fileSize: 1, mimeType: 'image/jpeg', url: 'https://x.test/a.jpg' },
        ],
      },
    }),
  );
  made.deliver(
    'NegotiationCreatedV4',
    negotiation('3', {
      ...customer('Omar', '0303'),
      createdAt: rfc(noon - 400 * day),
      business: { businessID: 'b2', name: 'Bright Heating & Air' },
      leadPrice: undefined,
    }),
  );
  made.deliver(
    'MessageCreatedV4',
    message('m3', '3', 'Customer', 'My heater makes hot water only', noon - 399 * day),
  );
  const { store } = made;
  const lead = (name: string): number =>
    toRow(page(made, `from:${name}`).leads[0]?.leadID ?? ('' as never)) ?? 0;
  const [ann, omar, maria] = [lead('ann'), lead('omar'), lead('maria')];
  store.write(() => {
    setMarks(store, [ann], { archived: true, tags: { add: ['Spring sale'], remove: [] } });
    const note = { noteID: 'note-1' as NoteID, kind: 'note' as const, text: 'Gate code 4711' };
    addNote(store, { ...note, lead: ann, now: noon });
    setMarks(store, [omar], {
      starred: true,
      noReplyNeeded: true,
      jobStatus: { status: 'hired', reason: null, words: '' },
    });
    saveDraft(store, maria, { text: 'Hello', replyID: null }, noon);
    for (const each of [ann, omar, maria]) refreshInbox(store, each);
  });
  return made;
};

let made: Bench;
beforeEach(() => {
  made = bench();
});

const expected: readonly (readonly [query: string, found: readonly string[]])[] = [
  ['water heater', ['Maria', 'Ann', 'Omar']],
  ['"water heater"', ['Maria', 'Ann']],
  ['"heater water"', []],
  ['"water hea', ['Maria', 'Ann']],
  ['water -boiler', ['Ann', 'Omar']],
  ['water -"water heater"', ['Omar']],
  ['-heater', []],
  ['-boiler', ['Ann', 'Omar']],
  ['pena', ['Maria', 'Ann', 'Omar']],
  ['from:omar', ['Omar']],
  ['from:"omar peña"', ['Omar']],
  ['-from:omar', ['Maria', 'Ann']],
  ['from:me', ['Maria']],
  ['from:me heater', ['Maria']],
  ['from:me boiler', []],
  ['has:photo', ['Ann']],
  ['has:files', ['Ann']],
  ['has:phone', ['Maria', 'Ann', 'Omar']],
  ['has:price', ['Maria', 'Ann']],
  ['has:draft', ['Maria']],
  ['has:note', ['Ann']],
  ['-has:note', ['Maria', 'Omar']],
  ['has:call', []],
  ['has:tag', ['Ann']],
  ['is:archived', ['Ann']],
  ['is:starred', ['Omar']],
  ['-is:starred', ['Maria', 'Ann']],
  ['is:no-reply-needed', ['Omar']],
  ['is:answered', ['Maria']],
  ['is:open', ['Maria', 'Omar']],
  ['is:snoozed', []],
  ['is:unread is:archived', ['Ann']],
  ['status:hired', ['Omar']],
  ['status:pending', ['Maria', 'Ann']],
  ['status:pro_picked-up', ['Ann']],
  ['status:"Pro picked up"', ['Ann']],
  ['status:whatever', []],
  ['tag:spring', ['Ann']],
  ['tag:"Spring sale"', ['Ann']],
  ['tag:none', []],
  ['business:bright', ['Omar']],
  ['-business:ace', ['Omar']],
  ['category:"water heaters"', ['Ann']],
  ['category:plumb', ['Maria', 'Omar']],
  ['after:7d', ['Maria']],
  ['before:2025-06-01', ['Omar']],
  ['after:2026-01-01 before:3/1', ['Ann']],
  ['heater before:2025-06-01', ['Omar']],
  ['boiler before:2026-03-01', []],
  ['phone:5125550303', ['Omar']],
  ['phone:"+1 (512) 555-0303"', ['Omar']],
  ['phone:555-0303', ['Omar']],
  ['phone:0303', ['Omar']],
  ['phone:512', ['Maria', 'Ann', 'Omar']],
  ['phone:+1512', ['Maria', 'Ann', 'Omar']],
  ['phone:"+1 (512) 555-03"', ['Omar']],
  ['phone:+1303', []],
  ['+1 (512) 555-03', ['Omar']],
  ['512.555.0303', ['Omar']],
  ['(512) 555-0303', ['Omar']],
  ['gate 4711', ['Ann']],
  ['SN20241234567', ['Maria']],
  ['sn2024', ['Maria']],
  ['INV-7654321', ['Maria']],
  ['7654321', ['Maria']],
  ['SN20249999999', []],
  ['heater is:archived has:photo from:ann', ['Ann']],
];

describe('a search of all leads', () => {
  it('finds leads by words, phrases, and operators, latest first', () => {
    const queries = expected.map(([query]) => query);
    expect(queries.map((query) => [query, found(made, query)])).toEqual(expected);
  });

  it('accepts an operator with an unfinished value', () => {
    expect(page(made, 'is:unr').total).not.toBeNull();
  });

  it('can be limited to a view', () => {
    const inAll = { view: 'all', everywhere: false };
    expect(page(made, 'water', inAll).leads.map(({ customerName }) => customerName)).toEqual([
      'Maria Peña',
      'Omar Peña',
    ]);
  });

  it('finds no lead as answered whose only reply failed or is scheduled', () => {
    const { store } = made;
    const answer = store.prepare<[number]>(
      `INSERT INTO messages (lead, account_id, side, text, sent_at, written_here)
       SELECT lead, account_id, 'business', 'Hello', created_at + 1, 1 FROM leads WHERE lead = ?`,
    );
    const put = store.prepare<[number, string, string, number]>(
      `INSERT INTO outbox (message, state, waits_for, lead, account_id, undo_ms, next_at)
       SELECT ?, ?, ?, lead, account_id, 0, 0 FROM leads WHERE lead = ?`,
    );
    const omar = toRow(page(made, 'from:omar').leads[0]?.leadID ?? ('' as never)) ?? 0;
    put.run(Number(answer.run(omar).lastInsertRowid), 'failed', 'undo', omar);
    put.run(Number(answer.run(omar).lastInsertRowid), 'queued', 'schedule', omar);
    refreshInbox(store, omar);
    expect(found(made, 'is:answered')).toEqual(['Maria']);
    expect(page(made, 'from:omar').leads[0]?.isAnswered).toBe(false);
  });

  it('finds a photo that only its name shows to be one', () => {
    const file = { fileSize: 1, mimeType: 'application/octet-stream', url: 'https://x.test/1' };
    for (const fileName of ['roof.pdf', 'ROOF.JPG']) {
      const attachments = [{ ...file, fileName }];
      made.deliver(
        'MessageCreatedV4',
        message(fileName, '3', 'Customer', 'The roof', noon, { attachments }),
      );
      expect(found(made, 'has:photo')).toEqual(fileName === 'roof.pdf' ? ['Ann'] : ['Omar', 'Ann']);
    }
    expect(page(made, 'from:omar').leads[0]?.photos).toBe(1);
  });

  it('finds the photos that the row counts', () => {
    const files = [
      ['image/jpeg', 'a.jpg', 'https://x.test/1', 1],
      ['image/png; charset=binary', '', 'https://x.test/1', 1],
      ['', '', 'https://x.test/roof.JPG?x=1', 1],
      ['', '', 'https://x.test/roof.webp#top', 1],
      ['', 'roof.jpg', 'https://x.test/1', 1],
      ['', 'roof.pdf', 'https://x.test/roof.jpg', 0],
      ['', 'roof.jpg', null, 0],
      ['image/heic', 'roof.jpg', 'https://x.test/1', 0],
      ['image/pngx', '', 'https://x.test/1', 0],
      ['application/pdf', 'roof.jpg', 'https://x.test/1', 0],
    ] as const;
    for (const [mimeType, fileName, url, photos] of files) {
      const attachments = [{ fileName, fileSize: 1, mimeType, url, description: null }];
      made.store
        .prepare<[string]>('UPDATE messages SET attachments = ? WHERE message = 1')
        .run(JSON.stringify(attachments));
      const shown = page(made, 'from:maria').leads[0]?.photos;
      expect([mimeType, fileName, url, shown, found(made, 'has:photo').includes('Maria')]).toEqual([
        ...[mimeType, fileName, url, photos, photos === 1],
      ]);
    }
  });

  it('finds a reply by the name that the rule had when it sent it, and by its present one', () => {
    const { store } = made;
    const maria = toRow(page(made, 'from:maria').leads[0]?.leadID ?? ('' as never)) ?? 0;
    const omar = toRow(page(made, 'from:omar').leads[0]?.leadID ?? ('' as never)) ?? 0;
    for (const [message, [lead, ruleID, ruleName]] of (
      [
        [maria, 'removed', 'Weekend greeting'],
        [omar, 'renamed', 'First answer'],
      ] as const
    ).entries()) {
      store
        .prepare<[number, number]>(
          `INSERT INTO messages (message, lead, account_id, side, text, sent_at, automatic)
           SELECT ?, lead, account_id, 'business', 'Hello', created_at + 1, 3 FROM leads WHERE lead = ?`,
        )
        .run(100 + message, lead);
      const reply = { lead, ruleID: ruleID as RuleID, ruleName, kind: 'newLead', gap: '' } as const;
      putRuleReply(store, { ...reply, message: 100 + message, knownTo: 0, reason: null, at: noon });
    }
    store.db
      .exec(`INSERT INTO automatic_rules (rule_id, name, is_on, on_since, position, definition)
      VALUES ('renamed', 'Quick answer', 1, 0, 0, '{}')`);
    const queries = ['rule:weekend', 'rule:first', 'rule:quick', 'rule:answer', 'rule:other'];
    expect(queries.map((query) => found(made, query))).toEqual([
      ...[['Maria'], ['Omar'], ['Omar'], ['Omar'], []],
    ]);
    expect(found(made, '-rule:weekend')).toEqual(['Ann', 'Omar']);
  });

  it('finds a tag without letters by its whole name', () => {
    const omar = toRow(page(made, 'from:omar').leads[0]?.leadID ?? ('' as never)) ?? 0;
    made.store.write(() => {
      setMarks(made.store, [omar], { tags: { add: ['🔥', '$$'], remove: [] } });
      refreshInbox(made.store, omar);
    });
    expect(['tag:🔥', 'tag:$$', 'tag:$', 'tag:✅'].map((query) => found(made, query))).toEqual([
      ['Omar'],
      ['Omar'],
      [],
      [],
    ]);
  });

  it('finds a tag and a category that come after the 500 that are offered', async () => {
    made.store.db.exec(`
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 500)
      INSERT INTO marks (lead, mark, item, value) SELECT (SELECT min(lead) FROM leads), 'tags', 'A' || n, 1 FROM n;
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 500)
      INSERT INTO leads (account_id, negotiation_id, category, created_at, complete, changed_at)
        SELECT (SELECT min(account_id) FROM accounts), 'extra' || n, 'A' || n, 1, 1, 1 FROM n;`);
    expect(found(made, 'tag:spring')).toEqual(['Ann']);
    expect(found(made, 'category:"water heaters"')).toEqual(['Ann']);
    const { store, clock } = made;
    const offered = await createSearchCommands(store, clock, testSlices(clock))['search.values'](
      {},
    );
    expect(offered.ok && [offered.value.tags, offered.value.categories]).toEqual([
      expect.objectContaining({ length: 500 }),
      expect.objectContaining({ length: 500 }),
    ]);
  });

  it('finds a lead from before a day of which only messages are known', () => {
    const omar = toRow(page(made, 'from:omar').leads[0]?.leadID ?? ('' as never)) ?? 0;
    made.store.prepare<[number]>('UPDATE leads SET complete = 0 WHERE lead = ?').run(omar);
    expect(found(made, 'before:2025-06-01')).toEqual(['Omar']);
  });

  it('finds a phone number in a message when more than a thousand leads may have it', () => {
    const { store } = made;
    const words = 'Call my wife at 512 777 0999';
    made.deliver('MessageCreatedV4', message('m4', '1', 'Customer', words, noon + 2_000));
    const ann = toRow(page(made, 'from:ann').leads[0]?.leadID ?? ('' as never)) ?? 0;
    const add = store.prepare<[number, string]>(
      "INSERT INTO lead_phones (lead, digits, phone, place) VALUES (?, ?, '', 0)",
    );
    for (let n = 0; n < 1_001; n += 1) add.run(ann, `5127770${String(n).padStart(4, '0')}`);
    expect(found(made, '512-777-0')).toEqual(['Maria', 'Ann']);
  });

  it('reports which changed leads still match', () => {
    const leadIDs = page(made, 'water').leads.map(({ leadID }) => leadID);
    const question = resolveQuestion(made.store, noon, {
      ...{ view: 'needs_reply', query: 'water is:archived', everywhere: true },
    });
    const range = { from: null, to: null, position: 0, leadIDs };
    const { leads } = runAllSteps(findLeadsWithin(made.store, question, range));
    expect(leads.map(({ customerName }) => customerName)).toEqual(['Ann Peña']);
  });

  it('pages through the results, each lead once', () => {
    const all: string[] = [];
    for (let start: object | null = null; ;) {
      const { leads, next } = page(made, '"water heater"', { start, limit: 1 });
      all.push(...leads.map(({ customerName }) => customerName));
      if (next === null) break;
      const [at = '', lead = ''] = next.split('.');
      const middle = 5_000_000_000_000_000;
      start = { after: { at: middle - Number(at), lead: middle - Number(lead) } };
    }
    expect(all).toEqual(['Maria Peña', 'Ann Peña']);
  });

  it('accepts any input', () => {
    const part = fc.oneof(
      fc.constantFrom(...operators.map((name) => `${name}:`), '"', '-', '*', 'OR', ')', '0303'),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('is:open', 'has:file', 'tag:spring', 'after:1d', 'phone:5', 'water'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.constantFrom('', ' '), (parts, glue) => {
        page(made, parts.join(glue));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a hit', () => {
  const match = (query: string) => page(made, query).leads[0]?.match;
  it('names its source and the matching characters', () => {
    const hits: readonly (readonly [query: string, match: object | undefined])[] = [
      [
        'leaks',
        { in: 'message', side: 'customer', text: 'The boiler leaks badly', spans: [[11, 16]] },
      ],
      ['heater from:me', { in: 'message', side: 'business', spans: [[24, 30]] }],
      ['maria', { in: 'name', text: 'Maria Peña', spans: [[0, 5]] }],
      ['gate', { in: 'note', id: 'note-1', text: 'Gate code 4711', spans: [[0, 4]] }],
      ['SN20241234567', { in: 'message', spans: [[14, 27]] }],
      ['garage', { in: 'request', text: 'A water heater for the garage' }],
      ['elm', { in: 'request', text: '8 Elm St', spans: [[2, 5]] }],
      ['75201', { in: 'request', text: '75201', spans: [[0, 5]] }],
      ['dallas', { in: 'about', text: 'Water Heaters · Dallas', spans: [[16, 22]] }],
      ['"spring sale"', undefined],
      ['is:archived', undefined],
    ];
    for (const [query, where] of hits) {
      if (where === undefined) expect(match(query), query).toBeUndefined();
      else expect(match(query), query).toMatchObject(where);
    }
  });

  it('is a short excerpt of a long text', () => {
    const long = `${'Before that nothing. '.repeat(40)}The wasp nest ${'and more after it '.repeat(40)}`;
    made.deliver('MessageCreatedV4', message('m9', '1', 'Customer', long, noon + 5_000));
    const { text = '', spans = [] } = match('wasp') ?? {};
    expect(text.length).toBeLessThan(170);
    expect(text).toMatch(/^….*The wasp nest.*…$/);
    expect(spans.map(([from, to]) => text.slice(from, to))).toEqual(['wasp']);
  });

  it('never splits an emoji', () => {
    for (const words of ['wasp', 'wasps']) {
      const text = `${words} ${'😀'.repeat(1_000)}`;
      made.deliver('MessageCreatedV4', message(words, '1', 'Customer', text, noon + 5_000));
      expect(match(words)?.text).toMatch(/^wasps? (😀)+…$/u);
    }
  });

  it('is found anywhere in a very long text', () => {
    const words = 'proof of hot water '.repeat(20_000);
    for (const [index, at] of [16_384, 16_380, 15_390, 200_001, words.length].entries()) {
      const text = `${words.slice(0, at)} The wasp nest ${words.slice(at)}`;
      const id = `long-${index}`;
      made.deliver('MessageCreatedV4', message(id, '1', 'Customer', text, noon + 5_000 + index));
      const { text: line = '', spans = [] } = match('"wasp nest"') ?? {};
      expect(line.length).toBeLessThan(170);
      expect(spans.map(([from, to]) => line.slice(from, to))).toEqual(['wasp nest']);
    }
    expect(found(made, '"roof of"')).toEqual([]);
  });

  it('can list every match in its conversation', () => {
    made.deliver('MessageCreatedV4', message('m8', '1', 'Customer', 'Leaks again', noon + 9_000));
    const { store, clock } = made;
    const lead = toRow(page(made, 'leaks').leads[0]?.leadID ?? ('' as never)) ?? 0;
    const plan = planSearch(store, 'leaks', clock.now());
    if (plan === null) throw new Error('it asks for something');
    const { places, isWhole } = runAllSteps(findHits(store, lead, plan));
    expect(isWhole).toBe(true);
    expect(places).toHaveLength(2);
    expect(places[1]?.id).toBe(runAllSteps(findMatch(store, lead, plan))?.id);
  });
});
