/** Texts of a team are in no file of the log servers, no line of the hub's log and no metric, in any encoding. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { NoteID } from '../../../contract/records.ts';
import { findGeneration } from '../../../main/engine/marketplaces/choose.ts';
import { readKeyring } from '../../../main/sealing/keyring.ts';
import { deriveWebhookSecrets } from '../../../main/sealing/webhook-secrets.ts';
import { firstReply } from '../../unit/engine/automatic/bench.ts';
import { temporaryFolder } from '../engine/support/engine.ts';
import { openMarketplace } from '../engine/support/marketplace.ts';
import { addDesktop, foundTeam, startTestHub } from '../hub/support/hub.ts';
import { startMember } from './support/member.ts';

/** A text as it may be stored: plain, as UTF-16, in hex, and in base64 at any offset. */
const encodingsOf = (text: string): readonly (string | Buffer)[] => {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    // The characters at both ends also depend on the neighbors.
    const inner = shifted.slice(Math.ceil((offset * 4) / 3), -4);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const hex = bytes.toString('hex');
  return [text, Buffer.from(text, 'utf16le'), hex, hex.toUpperCase(), ...base64];
};

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const findIn = (content: Buffer, canaries: ReadonlyMap<string, string>): readonly string[] =>
  [...canaries]
    .filter(([, text]) => encodingsOf(text).some((encoded) => content.includes(encoded)))
    .map(([name]) => name);

it('notes, replies, rules, names, leads and passwords reach the hub sealed', async () => {
  const lines: string[] = [];
  const test = await startTestHub({ lines });
  onTestFinished(test.stop);
  const marketplace = await openMarketplace({ businesses: 1 });
  const owner = await foundTeam(test.hub);
  const member = await addDesktop(test.hub, owner);
  const ana = await startMember(marketplace, temporaryFolder(), owner);
  const ben = await startMember(marketplace, temporaryFolder(), member);
  const word = (name: string) => `canary${name}${randomUUID().replaceAll('-', '')}`;
  const canaries = new Map(
    ['Customer', 'Words', 'Note', 'Tag', 'Reply', 'Saved', 'Rule', 'Person'].map((name) => [
      name,
      word(name),
    ]),
  );
  const of = (name: string): string => canaries.get(name) ?? '';

  await ana.webhooksActive(1);
  const negotiationID = await marketplace.request(of('Customer'));
  await marketplace.write(negotiationID, of('Words'));
  const { leadID } = await ana.until('the lead is there', () => ana.leadOf(of('Customer')));
  const noteID = randomUUID() as NoteID;
  await ana.ask('notes.save', { leadID, noteID, kind: 'note', text: of('Note') });
  await ana.ask('leads.mark', {
    leadIDs: [leadID],
    tags: { add: [of('Tag').slice(0, 30)], remove: [] },
  });
  await ana.ask('messages.send', { leadID, replyID: randomUUID(), text: of('Reply') });
  await ana.ask('savedReplies.save', {
    savedReplyID: of('Saved'),
    ...{ name: of('Saved'), text: of('Saved'), scope: { for: 'all' }, isPinned: false },
  });
  const rule = { ...firstReply, isOn: false, content: { kind: 'text', text: of('Rule') } } as const;
  await ana.ask('automaticReplies.save', rule);
  await ana.ask('team.rename', { person: member.person, name: of('Person') });
  const row = await ben.until('the lead is there', () => ben.leadOf(of('Customer')));
  await expect
    .poll(async () => (await ben.thread(row)).map(({ text }) => text), { timeout: 40_000 })
    .toEqual(expect.arrayContaining([of('Words'), of('Reply')]));
  await expect
    .poll(async () => (await ben.ask('team.names', {})).names.map(({ name }) => name))
    .toEqual([of('Person')]);

  const { environment, baseUrl } = marketplace.account.profile;
  const keyring = readKeyring(JSON.stringify(owner.keyring()));
  if (keyring === null) throw new Error('the owner has no keyring');
  const service = `${environment} ${new URL(baseUrl).host}\n${findGeneration('v4').number}`;
  const { password, path } = deriveWebhookSecrets(
    keyring,
    service,
    marketplace.businesses[0]?.businessID ?? '',
  );
  const { team, webhooks } = await owner.team();
  expect(webhooks.map((each) => each.path)).toContain(`/in/${team}/${path}`);
  canaries.set('password', password).set('key', keyring.keys['1']?.secret ?? '');
  canaries.set('negotiation', negotiationID);

  const metrics = await (await fetch(`${test.hub.metricsAddress}/metrics`)).text();
  const found = [
    ...filesBelow(test.nats.folder).flatMap((file) => findIn(readFileSync(file), canaries)),
    ...findIn(Buffer.from(lines.join('\n')), canaries),
    ...findIn(Buffer.from(metrics), canaries),
  ];
  expect(found).toEqual([]);
  // The same search finds what is there, so that it would find a canary.
  const there = new Map([['team', team]]);
  expect(
    filesBelow(test.nats.folder).flatMap((file) => findIn(readFileSync(file), there)),
  ).not.toEqual([]);
}, 120_000);
