/** A search finds what a scan of every row finds, whatever was added, removed, or merged before. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { removeLeads } from '../../../../main/engine/accounts/removal.ts';
import { insertMessage } from '../../../../main/engine/conversation/messages.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { insertStub, putLead } from '../../../../main/engine/leads/leads.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { decodePlace } from '../../../../main/engine/leads/list.ts';
import { derivedFromLeads } from '../../../../main/engine/leads/derived.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { applyAllChanges } from '../../../../main/engine/leads/search.ts';
import { parseTerms } from '../../../../contract/search-words.ts';
import { toIndexEntries, listIndexWords, tokenize } from '../../../../contract/words.ts';
import { accountID, noon, testStore } from '../support/store.ts';
import { listLeads } from '../support/list-leads.ts';

const day = 24 * 60 * 60_000;

/** The numbers of the leads found through all pages. */
const found = (store: Store, query: string, limit: number, view: 'all' | 'archived'): number[] => {
  const leads: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = pageOf(store, query, limit, view, cursor);
    leads.push(...page.leads);
    cursor = page.next;
  }
  return leads;
};

const pageOf = (
  store: Store,
  query: string,
  limit: number,
  view: 'all' | 'archived',
  cursor: string | undefined,
): { readonly leads: readonly number[]; readonly next: string | null } => {
  const place = cursor === undefined ? null : decodePlace(view, cursor);
  const start = place === null ? null : { after: place };
  const page = listLeads(store, { view, business: null, query, start, limit });
  if (page === null) throw new Error('no such page');
  return { leads: page.leads.map(({ leadID }) => Number(leadID)), next: page.next };
};

/** The same by a scan of every row. */
const scan = (store: Store, query: string, view: 'all' | 'archived'): number[] => {
  const wanted = parseTerms(query).sequences.flatMap(toIndexEntries);
  return store.db
    .prepare<[number], { lead: number; texts: string }>(
      `SELECT i.lead, concat_ws(' ', l.customer_name,
         (SELECT group_concat(text, ' ') FROM messages m WHERE m.lead = i.lead)) AS texts
       FROM inbox i JOIN leads l ON l.lead = i.lead WHERE i.archived = ?
       ORDER BY i.activity_at DESC, i.lead DESC`,
    )
    .all(view === 'archived' ? 1 : 0)
    .filter(({ texts }) => {
      const words = [...listIndexWords(texts)];
      return wanted.every(({ word, isPrefix }) =>
        words.some((one) => (isPrefix ? one.startsWith(word) : one === word)),
      );
    })
    .map(({ lead }) => lead);
};

const stub = (store: Store, name: string, negotiationID: string, createdAt: number): number =>
  insertStub(
    store,
    { accountID, negotiationID, businessID: 'b', customerID: 'c', customerName: name, createdAt },
    noon,
  );

const addMessage = (store: Store, lead: number, text: string, sentAt: number, id: string): void =>
  void insertMessage(store, {
    lead,
    accountID,
    messageID: id,
    side: 'customer',
    author: '',
    text,
    attachments: [],
    sentAt,
  });

const word = fc.constantFrom('kitchen', 'Kitchens', 'kite', 'boiler', 'Ñandú', '台所の水', 'a');
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const one = fc.integer({ min: 0, max: 5 });
const moment = fc.integer({ min: 0, max: 120 }).map((days) => noon - days * day);
const step = fc.oneof(
  fc.record({ kind: fc.constant('message added'), at: one, text, moment }),
  fc.record({ kind: fc.constant('message removed'), at: one }),
  fc.record({ kind: fc.constant('named'), at: one, text, moment }),
  fc.record({ kind: fc.constant('merged'), at: one, into: one }),
  fc.record({ kind: fc.constant('archived'), at: one }),
  fc.record({ kind: fc.constant('rolled back'), at: one, text, moment }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const take = (store: Store, leads: number[], done: Step, index: number): void => {
  const lead = leads[done.at % Math.max(1, leads.length)];
  if (lead === undefined || done.kind === 'named') {
    const name = 'text' in done ? done.text : 'kite';
    const at = 'moment' in done ? done.moment : noon;
    if (lead === undefined || index % 2 === 0) leads.push(stub(store, name, `n${index}`, at));
    else {
      const facts = { businessID: 'b', customerID: 'c', category: '', city: '', status: '' };
      const negotiationID = store.db
        .prepare<[number], string>('SELECT negotiation_id FROM leads WHERE lead = ?')
        .pluck()
        .get(lead);
      putLead(
        store,
        accountID,
        {
          ...facts,
          negotiationID: negotiationID ?? '',
          customerName: name,
          price: null,
          chargeState: null,
          createdAt: at,
          requestText: '',
          photos: 0,
          urgency: null,
          record: '{}',
          searchText: name,
        },
        noon,
      );
    }
  } else if (done.kind === 'message added')
    addMessage(store, lead, done.text, done.moment, `m${index}`);
  else if (done.kind === 'message removed') {
    store.db
      .prepare(
        'DELETE FROM messages WHERE message = (SELECT min(message) FROM messages WHERE lead = ?)',
      )
      .run(lead);
  } else if (done.kind === 'merged') {
    const into = leads[done.into % leads.length];
    if (into === undefined || into === lead) return;
    store.db.prepare('UPDATE messages SET lead = ? WHERE lead = ?').run(into, lead);
    store.db.prepare('DELETE FROM marks WHERE lead = ?').run(lead);
    store.db.prepare('DELETE FROM leads WHERE lead = ?').run(lead);
    leads.splice(leads.indexOf(lead), 1);
  } else if (done.kind === 'archived') setMarks(store, [lead], { archived: index % 3 > 0 });
  else {
    try {
      store.write(() => {
        addMessage(store, lead, done.text, done.moment, `t${index}`);
        throw new Error('rolled back');
      });
    } catch {
      // The rest of the transaction goes on.
    }
  }
  for (const each of leads) refreshInbox(store, each);
};

const queries = [
  'kitchen',
  'ki',
  'kitc',
  'kitche',
  'boiler kit',
  'nandu',
  '所の',
  '水',
  'a',
  'none',
];

it('a search matches a scan after any changes', () => {
  fc.assert(
    fc.property(fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 6 }), (transactions) => {
      const store = testStore();
      const leads: number[] = [];
      let index = 0;
      const check = (): void => {
        for (const query of queries) {
          for (const view of ['all', 'archived'] as const) {
            expect([query, view, found(store, query, 2, view)]).toEqual([
              query,
              view,
              scan(store, query, view),
            ]);
          }
        }
      };
      for (const steps of transactions) {
        store.write(() => {
          for (const done of steps) take(store, leads, done, (index += 1));
        });
        applyAllChanges(store);
        check();
      }
      derivedFromLeads.rebuild(store);
      applyAllChanges(store);
      check();
      removeLeads(store, accountID, 1_000);
      applyAllChanges(store);
      check();
      expect(store.db.prepare('SELECT count(*) FROM search_entries').pluck().get()).toBe(0);
      store.db.exec("INSERT INTO lead_words (lead_words) VALUES ('integrity-check')");
      store.close();
    }),
    { numRuns: 25 },
  );
}, 60_000);

it('a search matches a scan page by page when most leads contain the words', () => {
  const store = testStore();
  store.write(() => {
    for (let n = 1; n <= 2_600; n++) {
      const lead = stub(store, `Customer ${n}`, `n${n}`, noon - ((n * 7919) % 900) * day);
      addMessage(
        store,
        lead,
        n % 2 === 0 ? 'kitchen and bath' : 'kitchen',
        noon - ((n * 104_729) % 900) * day,
        `m${n}`,
      );
      if (n % 97 === 0) setMarks(store, [lead], { archived: true });
      refreshInbox(store, lead);
    }
  });
  applyAllChanges(store);
  for (const query of ['kitchen', 'ki', 'bath kitche', 'customer']) {
    for (const view of ['all', 'archived'] as const) {
      expect([query, view, found(store, query, 170, view)]).toEqual([
        query,
        view,
        scan(store, query, view),
      ]);
    }
  }
}, 60_000);

it('indexes a plain text by the words that a query of it has', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (plain) => {
      const words = new Set(tokenize(plain).map((token) => token.word));
      expect(listIndexWords(plain)).toEqual(words);
    }),
  );
});
