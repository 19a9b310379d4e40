/** Two engines of one team, with a real hub and its nats-server. */
import Database from 'better-sqlite3';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SavedReplyID } from '../../../contract/commands/saved-replies.ts';
import type { BatchID } from '../../../contract/commands/selection.ts';
import type { NoteID, ReplyID } from '../../../contract/records.ts';
import { deskPaths } from '../../../contract/team/desk.ts';
import { findGeneration } from '../../../main/engine/marketplaces/choose.ts';
import { deriveAccountKey } from '../../../main/sealing/subject-keys.ts';
import { temporaryFolder, type EngineElsewhere } from '../engine/support/engine.ts';
import { openMarketplace } from '../engine/support/marketplace.ts';
import { addDesktop, foundTeam, startTestHub, type TestDesktop } from '../hub/support/hub.ts';
import { startMember } from './support/member.ts';
import { firstReply } from '../../unit/engine/automatic/bench.ts';
import { event, message, negotiation } from '../../unit/engine/support/records.ts';

let test: Awaited<ReturnType<typeof startTestHub>>;
beforeAll(async () => {
  test = await startTestHub();
});
afterAll(() => test.stop());

/** An owner's and a member's desktop. */
const newTeam = async () => {
  const owner = await foundTeam(test.hub);
  const member = await addDesktop(test.hub, owner);
  return { owner, member, places: [owner, member] as const };
};

type Engine = EngineElsewhere;

const personOf = async ({ team, desktop }: TestDesktop) =>
  (await team()).desktops.find((each) => each.desktop === desktop)?.person;

const savedID = (name: string) => name as SavedReplyID;
const factsOf = async (engine: Engine) => {
  const rows = [...(await engine.leads('all')), ...(await engine.leads('archived'))];
  const row = rows.find(({ customerName }) => customerName.startsWith('Wilma'));
  if (row === undefined) return null;
  const { lead } = await engine.ask('leads.get', { leadID: row.leadID });
  const { replies } = await engine.ask('savedReplies.list', {});
  const { settings } = await engine.ask('settings.get', {});
  return {
    starred: row.starred,
    archived: row.archived,
    tags: row.tags,
    notes: lead.notes.map(({ text }) => text),
    replies: replies.map(({ name }) => name),
    timeZone: settings.businessHours.timeZone,
  };
};

it("engines of a team show each other's changes, also those made while one was killed", async () => {
  const marketplace = await openMarketplace({ listNegotiations: true });
  await marketplace.request('Wilma');
  const { places } = await newTeam();
  const bensFolder = temporaryFolder();
  const ana = await startMember(marketplace, temporaryFolder(), places[0]);
  const ben = await startMember(marketplace, bensFolder, places[1]);
  const arrived = (engine: Engine) =>
    engine.until('the lead is there', async () => {
      const row = await engine.leadOf('Wilma');
      return row?.isIncomplete === false && row;
    });
  const [{ leadID }, { leadID: bensLead }] = [await arrived(ana), await arrived(ben)];
  const save = (name: string) =>
    ana.ask('savedReplies.save', {
      savedReplyID: savedID(name),
      ...{ name, text: 'On my way', scope: { for: 'all' }, isPinned: false },
    });
  await ana.ask('leads.mark', { leadIDs: [leadID], starred: true });
  await save('first');
  const noteID = randomUUID() as NoteID;
  await ana.ask('notes.save', { leadID, noteID, kind: 'note', text: 'Gate code 12' });
  const hours = (await ana.ask('settings.get', {})).settings.businessHours;
  await ana.ask('settings.change', { businessHours: { ...hours, timeZone: 'America/Chicago' } });
  await ben.ask('leads.mark', { leadIDs: [bensLead], tags: { add: ['VIP'], remove: [] } });
  const expected = {
    ...{ starred: true, archived: false, tags: ['VIP'], notes: ['Gate code 12'] },
    ...{ replies: ['first'], timeZone: 'America/Chicago' },
  };
  const everywhere = async (facts: object, engines: readonly Engine[]) => {
    for (const engine of engines) await expect.poll(() => factsOf(engine)).toEqual(facts);
  };
  await everywhere(expected, [ana, ben]);

  const batchID = randomUUID() as BatchID;
  await ana.ask('selection.mark', { batchID, view: 'all', leadIDs: [leadID], archived: true });
  await everywhere({ ...expected, archived: true }, [ben]);
  await ana.ask('selection.unmark', { batchID });
  await everywhere(expected, [ben]);

  await ben.kill();
  await ana.ask('leads.mark', { leadIDs: [leadID], starred: false });
  await save('second');
  const again = await startMember(marketplace, bensFolder, places[1]);
  await everywhere({ ...expected, starred: false, replies: ['first', 'second'] }, [ana, again]);
}, 120_000);

it('replies of two people to one lead arrive once each, and every desktop knows who wrote which', async () => {
  const marketplace = await openMarketplace({ listNegotiations: true });
  const negotiationID = await marketplace.request('Wilma');
  const { places } = await newTeam();
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  const [ana, ben] = [
    await startMember(marketplace, folders[0], places[0]),
    await startMember(marketplace, folders[1], places[1]),
  ];
  const send = async (engine: Engine, text: string) => {
    const row = await engine.until('the lead is there', () => engine.leadOf('Wilma'));
    const replyID = randomUUID() as ReplyID;
    return engine.ask('messages.send', { leadID: row.leadID, replyID, text, anyway: true });
  };
  await Promise.all([send(ana, 'I can come at 3.'), send(ben, 'We are on our way.')]);
  const texts = async () => (await marketplace.thread(negotiationID)).toSorted();
  const sent = ['I can come at 3.', 'We are on our way.'];
  await expect.poll(texts, { timeout: 40_000 }).toEqual(sent);
  const authors = (folder: string) => {
    const db = new Database(join(folder, 'leads.db'), { readonly: true });
    const sql = "SELECT text, person FROM messages WHERE side = 'business' ORDER BY text";
    const rows = db.prepare<[], [string, string | null]>(sql).raw().all();
    db.close();
    return rows;
  };
  const expected = [
    [sent[0], await personOf(places[0])],
    [sent[1], await personOf(places[1])],
  ];
  for (const folder of folders)
    await expect.poll(() => authors(folder), { timeout: 40_000 }).toEqual(expected);
  expect(await texts()).toEqual(sent);
}, 240_000);

it('an owner names people for all desktops, and a member does not', async () => {
  const marketplace = await openMarketplace();
  const { member, places } = await newTeam();
  const [ana, ben] = [
    await startMember(marketplace, temporaryFolder(), places[0]),
    await startMember(marketplace, temporaryFolder(), places[1]),
  ];
  const { person } = member;
  const names = (engine: Engine) => engine.ask('team.names', {});
  await ana.until('the engine is in the team', async () => {
    const named = await ana.call('team.rename', { person, name: 'Ben' });
    return named.ok;
  });
  for (const engine of [ana, ben])
    await expect
      .poll(() => names(engine))
      .toEqual({ names: [{ person, name: 'Ben', isGone: false }] });
  expect(await ben.call('team.rename', { person, name: 'Boss' })).toMatchObject({
    error: { code: 'owner_only' },
  });
  expect(await names(ben)).toEqual({ names: [{ person, name: 'Ben', isGone: false }] });
  await ana.ask('team.retire', { person });
  await ana.ask('team.rename', { person, name: 'Ben Ode' });
  expect(await names(ana)).toEqual({ names: [{ person, name: 'Ben Ode', isGone: true }] });
}, 60_000);

it('a rule of the team replies once to a new lead, and both desktops show which rule', async () => {
  const marketplace = await openMarketplace({ businesses: 1 });
  const { places } = await newTeam();
  const [ana, ben] = [
    await startMember(marketplace, temporaryFolder(), places[0]),
    await startMember(marketplace, temporaryFolder(), places[1]),
  ];
  const rule = { ...firstReply, content: { kind: 'text', text: 'We got your request.' } } as const;
  await ana.until('the engine is in the team', async () => {
    const saved = await ana.call('automaticReplies.save', rule);
    return saved.ok;
  });
  const list = async (engine: Engine) =>
    (await engine.ask('automaticReplies.list', {})).rules.map(({ name, isOn }) => [name, isOn]);
  await expect.poll(() => list(ben)).toEqual([[rule.name, true]]);
  expect(await ben.call('automaticReplies.remove', { ruleID: rule.ruleID })).toMatchObject({
    error: { code: 'owner_only' },
  });
  for (const engine of [ana, ben]) await engine.webhooksActive(1);
  const negotiationID = await marketplace.request('Wilma');
  for (const engine of [ana, ben]) {
    const row = await engine.until('the lead is there', () => engine.leadOf('Wilma'));
    const replies = async () =>
      (await engine.thread(row)).map(({ text, rule: by }) => [text, by?.name]);
    await expect
      .poll(replies, { timeout: 60_000 })
      .toContainEqual(['We got your request.', rule.name]);
  }
  const isReply = (text: string) => text === 'We got your request.';
  expect((await marketplace.thread(negotiationID)).filter(isReply)).toHaveLength(1);
}, 180_000);

it('a webhook that the hub receives is one lead on every desktop, also when it is repeated', async () => {
  const marketplace = await openMarketplace();
  const { owner, places } = await newTeam();
  const engines = [
    await startMember(marketplace, temporaryFolder(), places[0]),
    await startMember(marketplace, temporaryFolder(), places[1]),
  ];
  const { environment, baseUrl } = marketplace.account.profile;
  const account = deriveAccountKey(Buffer.from(owner.keyring()?.subjectKey ?? '', 'base64url'), {
    service: `${environment} ${new URL(baseUrl).host}`,
    generation: findGeneration('v4').number,
    userID: marketplace.account.userID,
  });
  const path = randomBytes(32).toString('base64url');
  const passwordDigest = createHash('sha256').update('secret').digest('base64url');
  await owner.post(deskPaths.webhook, {
    ...{ account, business: null },
    webhook: { path, username: 'hook', passwordDigest },
  });
  const webhook = (await owner.team()).webhooks.find(
    (each) => each.business === null && each.account === account,
  );
  const deliver = async (eventType: string, data: object) => {
    const response = await fetch(test.hub.address + webhook?.path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${btoa('hook:secret')}`,
      },
      body: event(eventType, data, Date.now()),
    });
    expect(response.status).toBe(200);
  };
  const customer = { customerID: 'cn1', firstName: 'Wilma', lastName: 'Gomez' };
  const lead = negotiation('n1', { customer });
  const words = message('m1', 'n1', 'Customer', 'Are you free today?', Date.now());
  await deliver('NegotiationCreatedV4', lead);
  await deliver('MessageCreatedV4', words);
  await deliver('NegotiationCreatedV4', lead);
  await deliver('MessageCreatedV4', message('m2', 'n1', 'Customer', 'Hello?', Date.now() + 1_000));
  for (const engine of engines) {
    const row = await engine.until('the lead is there', () => engine.leadOf('Wilma'));
    const texts = async () => (await engine.thread(row)).map(({ text }) => text);
    await expect.poll(texts).toEqual(['Are you free today?', 'Hello?']);
    expect(await engine.leads('all')).toHaveLength(1);
  }
}, 120_000);
