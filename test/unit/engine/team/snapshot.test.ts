/** The contents of a team's snapshot, and its effect on a desktop. */
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RuleID } from '../../../../contract/automatic-replies.ts';
import type { ReplyID } from '../../../../contract/records.ts';
import { adoptEcho } from '../../../../main/engine/conversation/outbox/echo.ts';
import { insertOwnMessage } from '../../../../main/engine/conversation/messages.ts';
import { putMemberReply } from '../../../../main/engine/conversation/member-replies.ts';
import { recordMemberReply } from '../../../../main/engine/conversation/automatic.ts';
import { createChanges } from '../../../../main/engine/accounts/ingest/changes.ts';
import { saveDraft } from '../../../../main/engine/conversation/drafts.ts';
import { refreshLeads } from '../../../../main/engine/leads/inbox.ts';
import { createLeadKeys } from '../../../../main/engine/team/lead-keys.ts';
import { readLeads } from '../../../../main/engine/team/snapshot/collect.ts';
import {
  createSnapshot,
  readParts,
  readHead,
  type SnapshotHead,
  type SnapshotLead,
} from '../../../../main/engine/team/snapshot/format.ts';
import { mergeLead } from '../../../../main/engine/team/snapshot/merge.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { createKeyring, rotateKeyring, type Keyring } from '../../../../main/sealing/keyring.ts';
import { openEnvelope, sealAtHub, sealForMembers } from '../../../../main/sealing/seal.ts';
import { testIngest, type Bench } from '../support/ingest.ts';
import { message, negotiation, rfc } from '../support/records.ts';
import { account, accountID, noon, putAccount } from '../support/store.ts';

const day = 24 * 60 * 60_000;
const keyring = createKeyring();
const subjectKey = Buffer.from(keyring.subjectKey, 'base64url');

type Generation = 'v4' | 'legacy';
const old = noon - 40 * day;

/** A desktop whose account is the team's, connected at a time. */
const desktop = (generation: Generation = 'v4', connectedAt = noon - 100 * day): Bench => {
  const made = testIngest(adoptEcho, undefined, generation);
  const profile = { ...account.profile, interface: generation } as const;
  putAccount(made.store, { ...account, profile, teamSince: 1 }, noon);
  made.store.db.prepare('UPDATE accounts SET connected_at = ?').run(connectedAt);
  return made;
};

/** A desktop that has just joined. */
const newcomer = (generation: Generation = 'v4') => desktop(generation, noon);

const keysOf = (store: Store) => createLeadKeys(store, subjectKey);

/** The leads of a snapshot of a desktop, as text. */
const collected = ({ store }: Bench): string => {
  const next = readLeads(store, keysOf(store).listAccounts());
  const all: unknown[] = [];
  for (let some = next(); some.length > 0; some = next()) all.push(...some);
  return JSON.stringify(all);
};

/** Merges leads into a desktop; returns how many could not be read. */
const merge = (into: Bench, leads: readonly unknown[]): number => {
  const { store, clock } = into;
  const keys = keysOf(store);
  const accounts = new Map(keys.listAccounts().map(({ key, accountID: id }) => [key, id]));
  const applyFacts = (): void => undefined;
  const dependencies = { store, keys, applyFacts, now: clock.now(), steady: clock.steady() };
  return store.changeAs('news', () =>
    store.write(() => {
      const changes = createChanges();
      const bad = leads.filter((lead) => !mergeLead(dependencies, accounts, lead, changes));
      refreshLeads(store, changes.leads);
      return bad.length;
    }),
  );
};
const leadsIn = (made: Bench) => JSON.parse(collected(made)) as readonly SnapshotLead[];
const mergeFrom = (into: Bench, from: Bench): number => merge(into, leadsIn(from));

const rows = ({ store }: Bench, sql: string) => store.db.prepare(sql).all();
const leadsOf = (made: Bench) =>
  rows(
    made,
    `SELECT negotiation_id, business_id, customer_id, customer_name, category, city, status,
       price_text, price_cents, charge_state, created_at, complete, availability, from_list,
       request_text, photos, urgency, record FROM leads ORDER BY negotiation_id`,
  );
const messagesOf = (made: Bench) =>
  rows(
    made,
    `SELECT l.negotiation_id, m.message_id, m.side, m.author, m.text, m.attachments, m.sent_at,
       m.automatic, m.automatic_text, m.person FROM messages m JOIN leads l USING (lead)
     WHERE m.message NOT IN (SELECT message FROM outbox)
     ORDER BY l.negotiation_id, m.sent_at, m.text`,
  );
const inboxOf = (made: Bench) =>
  rows(
    made,
    `SELECT l.negotiation_id, i.activity_at, i.last_side, i.last_text, i.needs_reply,
       i.first_reply_at, i.last_person, i.never_answered FROM inbox i JOIN leads l USING (lead)
     ORDER BY l.negotiation_id`,
  );

const leadOf = ({ store }: Bench, negotiationID: string): number =>
  store.db
    .prepare<[string], number>('SELECT lead FROM leads WHERE negotiation_id = ?')
    .pluck()
    .get(negotiationID) ?? 0;

/** Three old leads with conversations, of which a member and a rule wrote parts. */
const filled = (): Bench => {
  const made = desktop();
  const { store, deliver } = made;
  for (const n of [1, 2, 3]) {
    deliver('NegotiationCreatedV4', negotiation(`n${n}`, { createdAt: rfc(old) }));
    deliver('MessageCreated', message(`m${n}a`, `n${n}`, 'Customer', `Hello ${n}`, old + 60_000));
  }
  store.write(() => {
    recordMemberReply(store, { accountID, messageID: 'm1b', person: 'ana' });
    putMemberReply(store, {
      ...{ lead: leadOf(made, 'n2'), replyID: 'rule-reply' as ReplyID, messageID: 'm2r' },
      ...{ text: 'We got it.', sentAt: old + 61_000, person: 'ana' },
      rule: { id: 'rule-1' as RuleID, name: 'Hello', kind: 'newLead', isAnswer: true },
    });
    refreshLeads(store, [leadOf(made, 'n2')]);
  });
  deliver('MessageCreated', message('m1b', 'n1', 'Business', 'At three?', old + 120_000));
  deliver('MessageCreated', message('m3b', 'n3', 'Business', 'Yes.', old + 90_000));
  return made;
};

describe('a desktop that takes a snapshot', () => {
  it('has the same leads, conversations, authors and first replies', () => {
    const [ana, ben] = [filled(), newcomer()];
    expect(mergeFrom(ben, ana)).toBe(0);
    expect(leadsOf(ben)).toEqual(leadsOf(ana));
    expect(messagesOf(ben)).toEqual(messagesOf(ana));
    expect(inboxOf(ben)).toEqual(inboxOf(ana));
    expect(messagesOf(ben)).toContainEqual(
      expect.objectContaining({ text: 'At three?', person: 'ana' }),
    );
    expect(rows(ben, 'SELECT rule_id, kind, reason FROM automatic_replies')).toEqual([
      { rule_id: 'rule-1', kind: 'newLead', reason: null },
    ]);
    expect(rows(ben, 'SELECT name FROM businesses')).toEqual(
      rows(ana, 'SELECT name FROM businesses'),
    );
    expect(ben.view('all', 'drips').map(({ needsFirstReply }) => needsFirstReply)).toHaveLength(3);
  });

  it('has nothing unread of before it joined, and nothing to notify of', () => {
    const [ana, ben] = [filled(), newcomer()];
    mergeFrom(ben, ana);
    expect(ben.view('all').map(({ isUnread }) => isUnread)).toEqual([false, false, false]);
    expect(ben.news).toEqual([]);
    ben.deliver('MessageCreated', message('m1a', 'n1', 'Customer', 'Hello 1', old + 60_000));
    ben.deliver('NegotiationCreatedV4', negotiation('n1', { createdAt: rfc(old) }));
    expect(ben.news).toEqual([]);
    ben.deliver('MessageCreated', message('m9', 'n1', 'Customer', 'Now?', noon));
    expect(ben.news).toHaveLength(1);
  });

  it('changes nothing when it takes it again', () => {
    const [ana, ben] = [filled(), newcomer()];
    mergeFrom(ben, ana);
    const all = () => [
      leadsOf(ben),
      messagesOf(ben),
      inboxOf(ben),
      rows(ben, 'SELECT * FROM polls'),
    ];
    const before = all();
    mergeFrom(ben, ana);
    expect(all()).toEqual(before);
  });

  it('keeps its own records, and learns the author of a message that it had', () => {
    const [ana, ben] = [filled(), desktop()];
    const newer = negotiation('n1', { createdAt: rfc(old), status: 'Hired' });
    ben.deliver('NegotiationCreatedV4', newer);
    ben.deliver('MessageCreated', message('m1b', 'n1', 'Business', 'At three?', old + 120_000));
    ben.deliver('MessageCreated', message('m2a', 'n2', 'Customer', 'Hello 2', old + 60_000));
    mergeFrom(ben, ana);
    const [first, second] = leadsOf(ben) as { status: string; complete: number }[];
    expect(first?.status).toBe('Hired');
    expect(second?.complete).toBe(1);
    expect(messagesOf(ben)).toEqual(messagesOf(ana));
  });

  it('does not read the conversations from the service again that the other has read', () => {
    const [ana, ben] = [filled(), newcomer()];
    ana.store.db.exec('UPDATE polls SET read_to = 7 WHERE lead = 1');
    mergeFrom(ben, ana);
    expect(rows(ben, 'SELECT read_to FROM polls ORDER BY read_to DESC LIMIT 1')).toEqual([
      { read_to: 7 },
    ]);
    expect(rows(ben, 'SELECT count(*) AS c FROM polls')).toEqual(
      rows(ana, 'SELECT count(*) AS c FROM polls'),
    );
    expect(rows(ben, 'SELECT leads FROM read_counts')).toEqual([{ leads: 1 }]);
  });

  it('recognizes its own reply that was on its way', () => {
    const [ana, ben] = [filled(), desktop()];
    ben.deliver('NegotiationCreatedV4', negotiation('n3', { createdAt: rfc(old) }));
    const lead = leadOf(ben, 'n3');
    ben.store.write(() => {
      const own = { lead, accountID, text: 'Yes.', now: old + 80_000, automatic: 0 };
      const sent = insertOwnMessage(ben.store, own);
      ben.store.db
        .prepare(
          `INSERT INTO outbox (message, lead, account_id, state, undo_ms, next_at)
           VALUES (?, ?, ?, 'checking', 0, 0)`,
        )
        .run(sent, lead, accountID);
    });
    mergeFrom(ben, ana);
    const texts = messagesOf(ben).filter((each) => (each as { text: string }).text === 'Yes.');
    expect(texts).toHaveLength(1);
    expect(rows(ben, 'SELECT * FROM outbox')).toEqual([]);
  });

  it('has the leads of a legacy service, their prices and replies without an id once', () => {
    const [ana, ben] = [desktop('legacy'), newcomer('legacy')];
    ana.ingest.record([
      {
        ...{ accountID, eventType: 'Lead', webhookID: null },
        body: JSON.stringify({
          leadID: 'l1',
          createTimestamp: Math.floor(old / 1_000),
          business: { businessID: 'b1', name: 'Ace Plumbing' },
          customer: { customerID: 'c1', name: 'Maria Gomez', phone: '+15125550100' },
          service: {
            category: 'Plumbing',
            description: 'A tap drips',
            location: { city: 'Austin' },
          },
          leadPrice: '$20.00',
        }),
      },
      {
        ...{ accountID, eventType: 'LeadUpdate', webhookID: null },
        body: JSON.stringify({ leadID: 'l1', leadPrice: '$12.00', chargeState: 'Credited' }),
      },
    ]);
    void ana.ingest.applyRecorded();
    const reply = (lead: number) => ({
      ...{ lead, replyID: 'reply-1' as ReplyID, messageID: null, text: 'Coming', rule: null },
      ...{ sentAt: old + 5_000, person: 'ana' },
    });
    ana.store.write(() => putMemberReply(ana.store, reply(leadOf(ana, 'l1'))));
    expect(rows(ana, 'SELECT price_text FROM leads')).toEqual([{ price_text: '$12.00' }]);
    mergeFrom(ben, ana);
    mergeFrom(ben, ana);
    ben.store.write(() => putMemberReply(ben.store, reply(leadOf(ben, 'l1'))));
    expect(leadsOf(ben)).toEqual(leadsOf(ana));
    expect(messagesOf(ben)).toEqual(messagesOf(ana));
    expect(messagesOf(ben)).toHaveLength(1);
    expect(rows(ben, 'SELECT * FROM polls')).toEqual([]);
    expect(ben.view('all').map(({ isUnread }) => isUnread)).toEqual([false]);
  });

  it('leaves out what it cannot read, and takes the rest', () => {
    const [ana, ben] = [filled(), newcomer()];
    const [first, second, third] = leadsIn(ana);
    const bad = [
      null,
      7,
      'lead',
      {},
      { ...first, negotiation: '' },
      { ...first, record: null },
      { ...second, record: { negotiationID: 5 } },
      { ...second, record: negotiation('other') },
      { ...third, account: 'a'.repeat(26), negotiation: 'unknown-account' },
      { ...third, messages: [null, { ...third?.messages[0], side: 9 }, third?.messages[0]] },
    ];
    expect(merge(ben, bad)).toBe(8);
    expect(leadsOf(ben)).toHaveLength(1);
    expect(messagesOf(ben)).toHaveLength(1);
    expect(merge(ben, [first, second, third])).toBe(0);
    expect(messagesOf(ben)).toEqual(messagesOf(ana));
  });
});

describe('a snapshot', () => {
  it("has nothing of the person's own accounts, drafts and waiting replies", () => {
    const made = filled();
    const { store } = made;
    putAccount(store, { ...account, accountID: 'own' as never, userID: 'user-2' }, noon);
    const personal = negotiation('p1', { customer: { customerID: 'c9', firstName: 'CANARY' } });
    made.ingest.applyNegotiations('own', [personal], 'poll');
    const lead = leadOf(made, 'n1');
    store.write(() => {
      saveDraft(store, lead, { text: 'CANARY draft', replyID: null }, noon);
      const own = { lead, accountID, text: 'CANARY reply', now: noon, automatic: 0 };
      const waiting = insertOwnMessage(store, own);
      store.db
        .prepare(
          `INSERT INTO outbox (message, lead, account_id, state, undo_ms, next_at)
           VALUES (?, ?, ?, 'queued', 0, 0)`,
        )
        .run(waiting, lead, accountID);
    });
    expect(leadOf(made, 'p1')).toBeGreaterThan(0);
    const text = collected(made);
    expect(text).toContain('At three?');
    expect(text).not.toContain('CANARY');
  });
});

const made = async (parts: readonly string[][], by: Keyring = keyring) => {
  const snapshot = createSnapshot(by);
  for (const part of parts) await snapshot.add(part);
  const { head, data } = snapshot.end({ isWhole: true, leads: {} });
  const read = readHead(by, head);
  if (!read.ok) throw new Error(read.code);
  return { sealed: head, data, head: read.head };
};
const readAll = async (head: SnapshotHead, data: Uint8Array, by: Keyring = keyring) => {
  const parts: unknown[] = [];
  for await (const part of readParts(by, head, data)) parts.push(part);
  return parts;
};

describe('the format of a snapshot', () => {
  it('returns what was put in, part by part', async () => {
    const { head, data } = await made([['1', '2'], ['{"a":"ñ"}']]);
    expect(await readAll(head, data)).toEqual([[1, 2], [{ a: 'ñ' }]]);
  });

  it.each<[string, (sealed: Uint8Array) => Uint8Array, string]>([
    ['another key', (sealed) => sealed, 'other_key'],
    [
      'a changed byte',
      (sealed) => sealed.map((byte, at) => (at === 30 ? byte ^ 1 : byte)),
      'damaged',
    ],
    ['nothing', () => new Uint8Array(), 'damaged'],
  ])('refuses the head for %s', async (why, spoil, code) => {
    const { sealed } = await made([['1']]);
    const by = why === 'another key' ? rotateKeyring(keyring) : keyring;
    expect(readHead(by, spoil(sealed))).toMatchObject({ ok: false, code });
  });

  it('refuses the head of the hub, of a newer version, and of another form', () => {
    const hub = { key: 1, publicKey: keyring.keys[1]?.publicKey ?? '' };
    const text = (content: object) => Buffer.from(JSON.stringify(content));
    const valid = { version: 1, id: 'a'.repeat(22), parts: 1, isWhole: true, leads: {} };
    expect(readHead(keyring, sealForMembers(keyring, 'snapshot', text(valid)))).toMatchObject({
      ok: true,
    });
    const byHub = sealAtHub(hub, 'snapshot', text(valid)) ?? Buffer.alloc(0);
    expect(openEnvelope(keyring, 'snapshot', byHub).ok).toBe(true);
    expect(readHead(keyring, byHub)).toMatchObject({ code: 'other_key' });
    const newer = sealForMembers(keyring, 'snapshot', text({ version: 2, what: 'ever' }));
    expect(readHead(keyring, newer)).toMatchObject({ code: 'newer' });
    const odd = sealForMembers(keyring, 'snapshot', text({ ...valid, parts: -1 }));
    expect(readHead(keyring, odd)).toMatchObject({ code: 'damaged' });
  });

  it('reads the other parts when one is damaged, cut off, of another snapshot, or a bomb', async () => {
    const { head, data } = await made([['1'], ['2'], ['3']]);
    const [length] = [Buffer.from(data).readUInt32BE(0)];
    const damaged = Buffer.from(data);
    damaged[4 + length - 1] = (damaged[4 + length - 1] ?? 0) ^ 1;
    expect(await readAll(head, damaged)).toEqual([null, [2], [3]]);
    expect(await readAll(head, data.subarray(0, -1))).toEqual([[1], [2], null]);
    const other = await made([['7'], ['8'], ['9']]);
    expect(
      await readAll(
        head,
        Buffer.concat([other.data.subarray(0, 4 + length), data.subarray(4 + length)]),
      ),
    ).toEqual([null, [2], [3]]);
    const frame = (at: number, packed: Buffer): Buffer => {
      const sealed = sealForMembers(keyring, `snapshot.${head.id}.${at}`, packed);
      const size = Buffer.alloc(4);
      size.writeUInt32BE(sealed.length);
      return Buffer.concat([size, sealed]);
    };
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, 32));
    expect(bomb.length).toBeLessThan(100_000);
    const hostile = Buffer.concat([
      frame(0, bomb),
      frame(1, gzipSync('{}')),
      frame(2, gzipSync('[3]')),
    ]);
    expect(await readAll(head, hostile)).toEqual([null, null, [3]]);
    const lying = Buffer.alloc(8, 255);
    expect(await readAll({ ...head, parts: 1_000_000 }, lying)).toEqual([null, null]);
  });

  it('takes no more than there is room for', async () => {
    const snapshot = createSnapshot(keyring, 100_000);
    const part = () => JSON.stringify(randomBytes(30_000).toString('base64'));
    const added = [];
    for (let parts = 0; parts < 5; parts += 1) added.push(await snapshot.add([part()]));
    expect(added).toEqual([true, true, true, false, false]);
    const { data } = snapshot.end({ isWhole: false, leads: {} });
    expect(data.length).toBeLessThan(100_000);
  });
});
