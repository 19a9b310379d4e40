/** A desktop joins after the deliveries left the log, at services that list no leads. */
import Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountID, NoteID, ReplyID } from '../../../contract/records.ts';
import type { AttachedAccount } from '../../../contract/port.ts';
import { connectAs } from '../../../hub/connections.ts';
import { createLogUserToken, objects, stream } from '../../../hub/credentials.ts';
import { putMemberReply } from '../../../main/engine/conversation/member-replies.ts';
import { refreshLeads } from '../../../main/engine/leads/inbox.ts';
import { readParts, readHead } from '../../../main/engine/team/snapshot/format.ts';
import { fetchSnapshot, fetchSnapshotHead } from '../../../main/engine/team/log/snapshots.ts';
import { temporaryFolder } from '../engine/support/engine.ts';
import { openMarketplace } from '../engine/support/marketplace.ts';
import { addDesktop, foundTeam, startTestHub, type TestDesktop } from '../hub/support/hub.ts';
import { testIngest } from '../../unit/engine/support/ingest.ts';
import {
  lead as legacyLead,
  message as legacyMessage,
  unix,
} from '../../unit/engine/support/legacy-records.ts';
import { negotiation } from '../../unit/engine/support/records.ts';
import {
  account as testAccount,
  accountID,
  noon,
  putAccount,
} from '../../unit/engine/support/store.ts';
import { startMember } from './support/member.ts';

let test: Awaited<ReturnType<typeof startTestHub>>;
beforeAll(async () => {
  test = await startTestHub();
});
afterAll(() => test.stop());

const day = 24 * 60 * 60_000;
const legacyLeads = 500;
const words = {
  customer: `customer${randomUUID()}`,
  note: `note${randomUUID()}`,
  reply: `reply${randomUUID()}`,
  legacy: `legacy${randomUUID()}`,
  personal: `personal${randomUUID()}`,
};

const ofTeam = (account: AttachedAccount): AttachedAccount => ({
  ...account,
  teamSince: 1,
});
const legacyAccount = ofTeam({
  ...testAccount,
  profile: { ...testAccount.profile, interface: 'legacy' },
  connected: false,
});

/** A data folder with a legacy account of the team and an own account of the person, both no longer connected. */
const seed = (): string => {
  const { store, ingest } = testIngest(undefined, undefined, 'legacy');
  putAccount(store, legacyAccount, noon);
  putAccount(
    store,
    { ...testAccount, accountID: 'own' as AccountID, userID: 'user-2', connected: false },
    noon,
  );
  ingest.applyNegotiations(
    'own',
    [negotiation('p1', { customer: { customerID: 'cp', firstName: words.personal } })],
    'poll',
  );
  const call = (eventType: string, body: object) => ({
    ...{ accountID, eventType, webhookID: null, body: JSON.stringify(body) },
  });
  for (let n = 0; n < legacyLeads; n += 1) {
    const at = noon - 60 * day + n * 60_000;
    ingest.record([
      call('Lead', legacyLead(`l${n}`, { createTimestamp: unix(at) })),
      call('Message', legacyMessage(`lm${n}`, `l${n}`, `${words.legacy} ${n}`, at + 5_000)),
    ]);
  }
  void ingest.applyRecorded();
  store.write(() => {
    const reply = { replyID: 'old-reply' as ReplyID, messageID: null, text: words.reply };
    const more = { sentAt: noon - 50 * day, person: 'somebody', rule: null };
    putMemberReply(store, { lead: 7, ...reply, ...more });
    refreshLeads(store, [7]);
  });
  const folder = temporaryFolder();
  store.db.prepare('VACUUM INTO ?').run(join(folder, 'leads.db'));
  return folder;
};

const read = <T>(folder: string, sql: string): T[] => {
  const db = new Database(join(folder, 'leads.db'), { readonly: true });
  try {
    return db.prepare<[], T>(sql).all();
  } finally {
    db.close();
  }
};
const count = (folder: string, table: string): number =>
  read<{ count: number }>(folder, `SELECT count(*) AS count FROM ${table}`)[0]?.count ?? 0;

const ofLeads = "JOIN leads l USING (lead) WHERE l.account_id <> 'own' ORDER BY l.negotiation_id";
/** All shared data of the team. */
const contentsOf = (folder: string) => [
  read(
    folder,
    `SELECT negotiation_id, business_id, customer_id, customer_name, category, city, status,
       price_text, charge_state, created_at, complete, availability, request_text, photos, urgency,
       record FROM leads l WHERE account_id <> 'own' ORDER BY negotiation_id`,
  ),
  read(
    folder,
    `SELECT l.negotiation_id, m.message_id, m.side, m.author, m.text, m.sent_at, m.person, m.automatic
     FROM messages m ${ofLeads}, m.sent_at, m.text`,
  ),
  read(folder, `SELECT l.negotiation_id, n.note, n.text, n.at, n.person FROM notes n ${ofLeads}`),
  read(
    folder,
    `SELECT l.negotiation_id, k.mark, k.item, k.value, k.person FROM marks k
     JOIN leads l USING (lead) WHERE l.account_id <> 'own' AND k.mark <> 'read'
     ORDER BY 1, 2, 3`,
  ),
  read(
    folder,
    `SELECT l.negotiation_id, i.last_text, i.last_person, i.first_reply_at, i.needs_reply
     FROM inbox i ${ofLeads}`,
  ),
];

/** Actions of the servers' administrator. */
const administrator = async (owner: TestDesktop) => {
  const { team } = await owner.team();
  const config = { servers: [test.nats.address], replicas: 1 as const };
  const { nats, js, jsm } = await connectAs(
    config,
    test.keys.logUser(team),
    await createLogUserToken(test.keys, team),
  );
  return {
    js,
    direct: jsm.direct,
    close: () => nats.close(),
    /** Loses the snapshot, and the log but for its facts. */
    loseDeliveries: async (): Promise<number> => {
      const { config: settings, state } = await jsm.streams.info(stream);
      const kept = [];
      let lost = 0;
      for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
        const entry = await jsm.streams.getMessage(stream, { seq }).catch(() => null);
        if (entry?.subject.startsWith('in.')) lost += 1;
        else if (entry && /^(fact|reply|team)\./.test(entry.subject)) kept.push(entry);
      }
      await jsm.streams.delete(stream);
      await jsm.streams.add(settings);
      for (const { subject, data } of kept) await js.publish(subject, data);
      await jsm.streams.purge(objects);
      return lost;
    },
  };
};

it('has all leads, conversations, authors, notes and marks of the others, also after kill -9', async () => {
  const opened = await openMarketplace({ businesses: 1 });
  const marketplace = { ...opened, account: ofTeam(opened.account) };
  const owner = await foundTeam(test.hub);
  const admin = await administrator(owner);
  const anas = seed();
  const ana = await startMember(marketplace, anas, owner);
  await ana.until('the business has a webhook', async () => {
    const { reports } = await ana.ask('connection.report', {});
    return reports.some(({ webhooks }) => webhooks.some(({ state }) => state === 'active'));
  });
  const negotiationID = await marketplace.request(words.customer);
  await marketplace.write(negotiationID, 'Are you free?');
  const row = await ana.until('the lead is there', () => ana.leadOf(words.customer));
  const { leadID } = row;
  const noteID = randomUUID() as NoteID;
  await ana.ask('notes.save', { leadID, noteID, kind: 'note', text: words.note });
  await ana.ask('leads.mark', {
    leadIDs: [leadID],
    starred: true,
    tags: { add: ['VIP'], remove: [] },
  });
  await ana.ask('messages.send', { leadID, replyID: randomUUID(), text: words.reply });
  await expect
    .poll(() => marketplace.thread(negotiationID), { timeout: 40_000 })
    .toContain(words.reply);
  await expect
    .poll(() => count(anas, 'team_outbox') + count(anas, 'outbox'), { timeout: 60_000 })
    .toBe(0);
  await ana.kill();

  expect(await admin.loseDeliveries()).toBeGreaterThan(0);
  expect(await fetchSnapshotHead(admin.js).catch(() => null)).toBeNull();
  await startMember(marketplace, anas, owner);
  await expect.poll(() => fetchSnapshotHead(admin.js), { timeout: 60_000 }).not.toBeNull();

  const member = await addDesktop(test.hub, owner);
  let bens = temporaryFolder();
  const start = async () => {
    const engine = await startMember(marketplace, bens, member);
    // Each desktop has numbers of its accounts.
    engine.send({ type: 'account', account: { ...legacyAccount, accountID: 'bens' as AccountID } });
    return engine;
  };
  const killHalfway = async (): Promise<boolean> => {
    const killed = await start();
    await expect
      .poll(() => count(bens, 'leads'), { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(0);
    await killed.kill();
    return count(bens, 'leads') < legacyLeads;
  };
  // On a busy machine all may be there before this process notices the first.
  while (!(await killHalfway())) bens = temporaryFolder();
  expect(count(bens, "settings WHERE name = 'team.snapshot'")).toBe(0);

  const ben = await start();
  const taken = () => count(bens, "settings WHERE name = 'team.snapshot'");
  await expect.poll(taken, { timeout: 120_000, interval: 200 }).toBe(1);
  await expect
    .poll(() => contentsOf(bens), { timeout: 30_000, interval: 500 })
    .toEqual(contentsOf(anas));
  expect(count(bens, 'leads')).toBe(legacyLeads + 1);
  expect(count(bens, 'deliveries')).toBe(0);
  const texts = JSON.stringify(contentsOf(bens));
  for (const each of [words.customer, words.note, words.reply, words.legacy, 'somebody', 'VIP'])
    expect(texts).toContain(each);
  expect(ben.notices()).toEqual([]);
  expect(count(bens, "inbox WHERE unread = 1 AND account_id = 'bens'")).toBe(0);

  const keyring = owner.keyring();
  const [found, data] = [
    await fetchSnapshotHead(admin.js),
    await fetchSnapshot(admin.js, admin.direct),
  ];
  const head = keyring && found && readHead(keyring, found.head);
  if (!keyring || !head || !head.ok || data === null)
    throw new Error('the snapshot cannot be read');
  const unsealed: string[] = [];
  for await (const part of readParts(keyring, head.head, data)) unsealed.push(JSON.stringify(part));
  expect(unsealed.join()).toContain(words.customer);
  expect(unsealed.join()).not.toContain(words.personal);
  const files = readdirSync(test.nats.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  expect(files.some((file) => file.includes('$O.TEAM.M.'))).toBe(true);
  for (const word of Object.values(words))
    expect(files.filter((file) => file.includes(word))).toEqual([]);
  await admin.close();
}, 300_000);
