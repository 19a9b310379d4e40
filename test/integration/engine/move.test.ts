import { describe, expect, it } from 'vitest';
import { succeed } from '../../../contract/errors.ts';
import type { AttachedAccount } from '../../../contract/port.ts';
import type { AccountID, LeadRow } from '../../../contract/records.ts';
import type { Desk } from './support/desk.ts';
import { forkEngine, startEngine, temporaryFolder, newReplyID } from './support/engine.ts';
import {
  accountID as from,
  openLegacyMarketplace,
  type LegacyMarketplace,
} from './support/legacy.ts';

const to = 'current' as AccountID;

type Moving = LegacyMarketplace & {
  /** Signs in to v4; from then on main provides that account's token. */
  readonly signIn: () => Promise<AttachedAccount>;
};

/** A marketplace that serves the same professional over both interfaces. */
const openMoving = async (): Promise<Moving> => {
  const marketplace = await openLegacyMarketplace();
  const { ready } = marketplace;
  const { clientId, clientSecret, redirectUris, authorizeUrl, tokenUrl, audience, scopes } =
    ready.v4;
  const redirect = redirectUris[0] ?? '';
  let token: string | null = null;
  return {
    ...marketplace,
    accessToken: (rejected) =>
      token === null ? marketplace.accessToken(rejected) : Promise.resolve(succeed(token)),
    signIn: async () => {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirect,
        response_type: 'code',
        scope: scopes.join(' '),
        state: 'state-of-the-test',
        audience,
        prompt: 'consent',
      });
      const allowed = await fetch(`${authorizeUrl}?${query}`, {
        method: 'POST',
        body: new URLSearchParams({ decision: 'allow' }),
        redirect: 'manual',
      });
      const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code') ?? '';
      const pair = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
      const answer = await fetch(tokenUrl, {
        method: 'POST',
        headers: { authorization: `Basic ${pair}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirect,
        }),
      });
      token = ((await answer.json()) as { access_token: string }).access_token;
      return {
        accountID: to,
        profile: {
          name: 'Marketplace',
          environment: 'sandbox',
          interface: 'v4',
          baseUrl: marketplace.account.profile.baseUrl,
          scopes: [...scopes],
        },
        userID: ready.user.userID,
        userName: 'Pat Pro',
        connected: true,
        practice: false,
      };
    },
  };
};

const isCalled = async (marketplace: Moving, engine: Desk): Promise<void> => {
  await engine.until('the receiver listens', async () => {
    const answer = await engine.call('legacy.endpoints', { accountID: from });
    return answer.ok && answer.value.address !== null;
  });
  await marketplace.callTo(engine);
  await engine.ask('settings.change', { undoSeconds: 0 });
};

const arrive = async (
  marketplace: Moving,
  engine: Desk,
  name: string,
): Promise<{ row: LeadRow; negotiationID: string }> => {
  const negotiationID = await marketplace.request(name);
  const row = await engine.until(`${name} is there`, () => engine.leadOf(name));
  return { row, negotiationID };
};

/** Main deletes the legacy account's tokens. */
const disconnect = async (marketplace: Moving, engine: Desk): Promise<void> => {
  await engine.detach(from);
  engine.send({ type: 'account', account: { ...marketplace.account, connected: false } });
};

const matched = (engine: Desk) =>
  engine.until('the leads are matched', async () => {
    const { move } = await engine.ask('move.get', { from });
    if (move?.matching.reason != null) throw new Error(move.matching.reason.code);
    return move?.matching.state === 'done' && move;
  });

const replies = async (engine: Desk, lead: LeadRow) =>
  (await engine.thread(lead))
    .filter(({ side }) => side === 'business')
    .map(({ text, sending }) => [text, sending?.state]);

describe('an account that moves from the legacy interface to v4', () => {
  it('has all its leads once, with star, draft and every reply', async () => {
    const marketplace = await openMoving();
    const engine = await startEngine(marketplace);
    await isCalled(marketplace, engine);
    const wilma = await arrive(marketplace, engine, 'Wilma');
    const fred = await arrive(marketplace, engine, 'Fred');
    const betty = await arrive(marketplace, engine, 'Betty');
    const [w, f, b] = [wilma.row.leadID, fred.row.leadID, betty.row.leadID];

    await engine.reply(w, 'On Monday at four');
    await engine.until('the reply is sent', async () => {
      const [reply] = await replies(engine, wilma.row);
      return reply?.[1] === 'sent';
    });
    await engine.ask('leads.mark', { leadIDs: [w], starred: true });
    await marketplace.control('POST', '/faults', {
      match: { method: 'POST', path: '/v2/business' },
      drop: 'after',
    });
    await engine.reply(f, 'Did this arrive?');
    await engine.until('nobody knows whether it arrived', async () => {
      const [reply] = await replies(engine, fred.row);
      return reply?.[1] === 'failed';
    });
    await engine.ask('drafts.save', { replyID: newReplyID(), leadID: b, text: 'Half a thought' });

    await disconnect(marketplace, engine);
    await engine.reply(b, 'On my way');
    await engine.ask('drafts.save', { replyID: newReplyID(), leadID: b, text: 'Half a thought' });
    await marketplace.write(wilma.negotiationID, 'Said while nobody listened');
    engine.send({ type: 'account', account: await marketplace.signIn() });
    await engine.ask('move.begin', { from });
    await engine.until('the new account can be chosen', async () => {
      const { ok } = await engine.call('move.choose', { from, to });
      return ok;
    });
    await engine.ask('move.match', { from });
    const move = await matched(engine);
    expect(move.matching).toMatchObject({ left: 0, matched: 3, kept: 0, reason: null });

    const rows = await engine.leads();
    expect(rows.map(({ customerName }) => customerName.split(' ')[0]).toSorted()).toEqual([
      'Betty',
      'Fred',
      'Wilma',
    ]);
    expect(rows.every(({ accountID }) => accountID === to)).toBe(true);
    const findRow = (name: string): LeadRow => {
      const row = rows.find(({ customerName }) => customerName.startsWith(name));
      if (row === undefined) throw new Error(`no ${name}`);
      return row;
    };
    expect(findRow('Wilma')).toMatchObject({ starred: true, needsReply: true });
    expect(findRow('Betty').hasDraft).toBe(true);
    expect(findRow('Fred')).toMatchObject({ outgoing: null, isUnread: false });
    expect(await replies(engine, findRow('Wilma'))).toEqual([['On Monday at four', 'sent']]);
    expect(await replies(engine, findRow('Fred'))).toEqual([['Did this arrive?', 'sent']]);
    await engine.until('the reply that waited is sent', async () => {
      const [reply] = await replies(engine, findRow('Betty'));
      return reply?.[1] === 'sent';
    });
    for (const { row, negotiationID } of [wilma, fred, betty]) {
      const thread = await engine.thread(row);
      expect(thread.map(({ text }) => text)).toEqual(await marketplace.thread(negotiationID));
    }
    expect(await marketplace.thread(betty.negotiationID)).toEqual(['On my way']);
    const { lead } = await engine.ask('leads.get', { leadID: b });
    expect(lead).toMatchObject({ draft: 'Half a thought', row: { accountID: to } });
  });

  it('continues matching after a restart if it was killed, and has each lead once', async () => {
    const marketplace = await openMoving();
    const folder = temporaryFolder();
    const first = await forkEngine(marketplace, folder);
    await isCalled(marketplace, first);
    const names = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn'];
    for (const name of names) {
      const { row } = await arrive(marketplace, first, name);
      await first.ask('leads.mark', { leadIDs: [row.leadID], starred: true });
    }
    await disconnect(marketplace, first);
    const account = await marketplace.signIn();
    first.send({ type: 'account', account });
    await first.ask('move.begin', { from });
    await first.until('the new account can be chosen', async () => {
      const { ok } = await first.call('move.choose', { from, to });
      return ok;
    });
    await first.ask('move.match', { from });
    await first.until('some leads are matched', async () => {
      const { move } = await first.ask('move.get', { from });
      return (move?.matching.matched ?? 0) >= 2;
    });
    await first.kill();

    const second = await forkEngine({ ...marketplace, account }, folder);
    const { move } = await second.ask('move.get', { from });
    expect(move).toMatchObject({ to, matching: { reason: null } });
    expect(['stopped', 'done']).toContain(move?.matching.state);
    await second.until('it goes on', async () => {
      const { ok } = await second.call('move.match', { from });
      return ok;
    });
    await matched(second);
    const rows = await second.leads();
    expect(rows.map(({ customerName }) => customerName.split(' ')[0]).toSorted()).toEqual(names);
    expect(rows.every(({ accountID, starred }) => accountID === to && starred)).toBe(true);
  });
});
