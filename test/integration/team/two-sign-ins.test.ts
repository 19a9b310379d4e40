/**
 * Two accounts of one team for the same business, with a real hub, its nats-server and the sandbox. The engines run in
 * this process, so that a test can let hours pass.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { AttachedAccount } from '../../../contract/port.ts';
import type { AccountID, NoteID } from '../../../contract/records.ts';
import { systemClock, type Clock } from '../../../main/clock/clock.ts';
import { deriveItemKey } from '../../../main/sealing/subject-keys.ts';
import { startEngine, temporaryFolder, type EngineHere } from '../engine/support/engine.ts';
import { openLine } from '../engine/support/line.ts';
import { openMarketplace } from '../engine/support/marketplace.ts';
import {
  addDesktop,
  foundTeam,
  membershipOf,
  startTestHub,
  type TestDesktop,
} from '../hub/support/hub.ts';
import { createTeamReader } from '../hub/support/reader.ts';
import { askHub } from './support/member.ts';

let test: Awaited<ReturnType<typeof startTestHub>>;
beforeAll(async () => {
  test = await startTestHub();
});
afterAll(() => test.stop());

const minute = 60_000;
/** A lease of a duty is longer than two steps. */
const stepMs = 13_000;

/** The system's clock. `pass` lets the steady clock run far ahead, while the time stays that of the service. */
const fastClock = () => {
  let ahead = 0;
  const timers = new Set<{ readonly at: number; readonly work: () => void; cancel: () => void }>();
  const steady = (): number => systemClock.steady() + ahead;
  const arm = (timer: { readonly at: number; readonly work: () => void; cancel: () => void }) => {
    timer.cancel();
    timer.cancel = systemClock.after(Math.max(0, timer.at - steady()), () => {
      timers.delete(timer);
      timer.work();
    });
  };
  const clock: Clock = {
    now: systemClock.now,
    steady,
    after: (ms, work) => {
      const timer = { at: steady() + ms, work, cancel: (): void => undefined };
      timers.add(timer);
      arm(timer);
      return () => {
        timer.cancel();
        timers.delete(timer);
      };
    },
  };
  return {
    ...clock,
    /** In steps, with time for requests in between. */
    pass: async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += stepMs) {
        ahead += stepMs;
        for (const timer of timers) arm(timer);
        await wait(10);
      }
    },
  };
};

type Webhook = { readonly webhookID: string; readonly webhookURL: string };

/** A team whose marketplace has one business of Pat and Sam, and one of Pat. */
const openTeam = async () => {
  const marketplace = await openMarketplace({ businesses: 2, listNegotiations: true });
  const coOwner = await marketplace.coOwner();
  const requests: string[] = [];
  const { port, cut } = await openLine(
    Number(new URL(marketplace.ready.baseUrl).port),
    undefined,
    (asked) => requests.push(asked),
  );
  onTestFinished(cut);
  const throughLine = (account: AttachedAccount): AttachedAccount => ({
    ...account,
    profile: { ...account.profile, baseUrl: `http://127.0.0.1:${port}` },
  });
  const [pat, sam] = [throughLine(marketplace.account), throughLine(coOwner.account)];
  const signInOf = (accountID: AccountID | undefined) =>
    accountID === sam.accountID ? coOwner : marketplace;
  const owner = await foundTeam(test.hub);
  const member = await addDesktop(test.hub, owner);
  const clock = fastClock();
  const { businessID = '' } = marketplace.businesses[0] ?? {};
  const webhooksPath = `/api/v4/businesses/${businessID}/webhooks`;
  const isChange = (asked: string): boolean => /^(?:POST|PUT|DELETE) \S*\/webhooks/.test(asked);
  const isLook = (asked: string): boolean => asked.startsWith(`GET ${webhooksPath}`);
  const ask = async (by: AttachedAccount, method: string, below: string) => {
    const token = await signInOf(by.accountID).accessToken(null);
    return fetch(marketplace.ready.baseUrl + webhooksPath + below, {
      method,
      headers: { authorization: `Bearer ${token.ok ? token.value : ''}` },
    });
  };
  const create = (firstName: string) =>
    marketplace.control<{ negotiationID: string }>('POST', '/leads', {
      customer: { firstName },
      businessID,
    });
  return {
    pat,
    sam,
    owner,
    member,
    clock,
    start: async (
      desktop: TestDesktop,
      account: AttachedAccount,
      folder = temporaryFolder(),
    ): Promise<EngineHere> => {
      const engine = await startEngine(
        { account, accessToken: (rejected, id) => signInOf(id).accessToken(rejected) },
        folder,
        { clock, toHub: askHub(desktop) },
      );
      engine.send({ type: 'team', membership: await membershipOf(desktop) });
      return engine;
    },
    /** Ends a sign-in at the marketplace. */
    end: ({ userID }: AttachedAccount) => marketplace.control('POST', '/tokens/revoke', { userID }),
    signInAgain: ({ accountID }: AttachedAccount) => signInOf(accountID).reconnect(),
    /** Lets time pass; returns what was asked about the webhooks of the business meanwhile. */
    pass: async (ms: number) => {
      const before = requests.length;
      await clock.pass(ms);
      const asked = requests.slice(before);
      return { looks: asked.filter(isLook).length, changes: asked.filter(isChange) };
    },
    /** The webhooks of the business at the marketplace. */
    webhooks: async (by: AttachedAccount) => {
      const answer = await ask(by, 'GET', '');
      return ((await answer.json()) as { data: Webhook[] }).data;
    },
    removeWebhook: (by: AttachedAccount, { webhookID }: Webhook) =>
      ask(by, 'DELETE', `/${webhookID}`),
    /** A customer's request. */
    create,
    thread: marketplace.thread,
    /** A customer's request that the business gets, by one delivery. */
    request: async (firstName: string): Promise<void> => {
      const delivered = async () =>
        (
          await marketplace.control<{ data: { status: number | null }[] }>('GET', '/deliveries')
        ).data.map(({ status }) => status);
      const before = await delivered();
      await create(firstName);
      await expect.poll(delivered).toEqual([...before, 200]);
    },
  };
};
type Team = Awaited<ReturnType<typeof openTeam>>;

const learn = (account: AttachedAccount, ...engines: readonly EngineHere[]): void => {
  for (const engine of engines) engine.send({ type: 'account', account });
};

/** Which account serves the business that both have, by each connection page, and its webhook's state. */
const servedBy = async (engine: EngineHere) => {
  const { reports } = await engine.ask('connection.report', {});
  const { yielded = [] } = reports.find((each) => each.yielded.length > 0) ?? {};
  const holder = reports.find(({ accountID }) => accountID === yielded[0]?.accountID);
  const webhook = holder?.webhooks.find((each) => each.businessID === yielded[0]?.businessID);
  return [holder?.accountID, webhook?.state];
};

/** Waits until the account serves the business on each desktop, by a single webhook, which leads to the hub. */
const isServedBy = async (
  team: Team,
  account: AttachedAccount,
  ...engines: readonly EngineHere[]
) => {
  for (const engine of engines)
    await expect
      .poll(async () => (await team.clock.pass(stepMs), servedBy(engine)))
      .toEqual([account.accountID, 'active']);
  const areOfHub = async () => {
    await team.clock.pass(stepMs);
    const webhooks = await team.webhooks(account);
    return webhooks.map(({ webhookURL }) => webhookURL.startsWith(test.hub.address));
  };
  await expect.poll(areOfHub).toEqual([true]);
};

/** Waits until every business has a webhook, as far as each desktop knows. */
const areActive = async (team: Team, ...engines: readonly EngineHere[]) => {
  for (const engine of engines)
    await expect
      .poll(async () => {
        await team.clock.pass(stepMs);
        const { reports } = await engine.ask('connection.report', {});
        return new Set(reports.flatMap(({ webhooks }) => webhooks.map(({ state }) => state)));
      })
      .toEqual(new Set(['active']));
};

/** The customer has one lead on each desktop, of the account. */
const isThere = async (
  firstName: string,
  account: AttachedAccount,
  ...engines: readonly EngineHere[]
) => {
  for (const engine of engines) {
    const found = async () =>
      (await engine.leads())
        .filter(({ customerName }) => customerName.startsWith(firstName))
        .map(({ accountID }) => accountID);
    await expect.poll(found).toEqual([account.accountID]);
  }
};

/** A new customer's request is delivered once and is there. */
const bringsIn = async (
  team: Team,
  firstName: string,
  account: AttachedAccount,
  ...engines: readonly EngineHere[]
) => {
  await team.request(firstName);
  await isThere(firstName, account, ...engines);
};

it('one of two accounts serves their business on all desktops, and the other one after it', async () => {
  const team = await openTeam();
  // The hub had Sam's sign-in first.
  const first = { ...team.sam, teamSince: 1 };
  const second = { ...team.pat, teamSince: 2 };
  const ana = await team.start(team.owner, first);
  const ben = await team.start(team.member, second);
  await areActive(team, ana, ben);
  learn(second, ana);
  learn(first, ben);
  await isServedBy(team, first, ana, ben);
  await team.pass(5 * minute);
  const calm = await team.pass(70 * minute);
  expect(calm.looks).toBeGreaterThan(1);
  expect(calm.changes).toEqual([]);
  await bringsIn(team, 'Wilma', first, ana, ben);

  await team.end(first);
  for (const engine of [ana, ben]) {
    learn({ ...first, connected: false }, engine);
    await team.pass(5 * minute);
  }
  await isServedBy(team, second, ana, ben);
  await bringsIn(team, 'Fred', second, ana, ben);
  expect((await team.pass(70 * minute)).changes).toEqual([]);

  await team.signInAgain(first);
  learn(first, ben, ana);
  await isServedBy(team, first, ana, ben);
  learn({ ...first, lacksScopes: true }, ana, ben);
  await isServedBy(team, second, ana, ben);
  await bringsIn(team, 'Betty', second, ana, ben);

  learn(first, ana, ben);
  await isServedBy(team, first, ana, ben);
  const [webhook] = await team.webhooks(second);
  await ana.detach(first.accountID);
  expect(await team.webhooks(second)).toEqual([webhook]);
  learn({ ...first, connected: false }, ben, ana);
  await isServedBy(team, second, ana, ben);
  for (const engine of [ana, ben])
    expect(await engine.forget(first.accountID)).toMatchObject({ ok: true });
  await bringsIn(team, 'Barney', second, ana, ben);
  expect((await ana.leads()).length).toBe(4);
}, 300_000);

it('has its webhook, and its leads come in, whichever desktop does the work of which account', async () => {
  const team = await openTeam();
  const [pat, sam] = [
    { ...team.pat, teamSince: 1 },
    { ...team.sam, teamSince: 2 },
  ];
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  const before = [
    await team.start(team.owner, pat, folders[0]),
    await team.start(team.member, sam, folders[1]),
  ] as const;
  await areActive(team, ...before);
  learn(sam, before[0]);
  learn(pat, before[1]);
  await isServedBy(team, pat, ...before);
  for (const engine of before) await engine.stop();

  // Each first has the account that it learned of last, and so does its work for the team.
  const ana = await team.start(team.owner, sam, folders[0]);
  const ben = await team.start(team.member, pat, folders[1]);
  await team.pass(2 * minute);
  learn(pat, ana);
  learn(sam, ben);
  await isServedBy(team, pat, ana, ben);
  await bringsIn(team, 'Wilma', pat, ana, ben);
  expect((await team.pass(70 * minute)).changes).toEqual([]);

  // A lead that no webhook delivers is found by the polls of the account that serves its business.
  for (const webhook of await team.webhooks(pat)) await team.removeWebhook(pat, webhook);
  await team.create('Fred');
  await team.pass(3 * minute);
  await isThere('Fred', pat, ana, ben);
}, 300_000);

it('a member’s own account stays out of the team, also where it has a business of the team', async () => {
  const team = await openTeam();
  const { sam } = team;
  const reader = await createTeamReader(test, await addDesktop(test.hub, team.owner));
  onTestFinished(reader.close);
  const ben = await team.start(team.member, sam);
  const { negotiationID } = await team.create('Dino');
  const found = async () => {
    await team.pass(minute);
    return (await ben.leadOf('Dino'))?.accountID;
  };
  await expect.poll(found).toBe(sam.accountID);
  const lead = await ben.leadOf('Dino');
  if (lead === null) throw new Error('Ben has no lead');
  const { leadID } = lead;
  const noteID = randomUUID() as NoteID;
  await ben.ask('leads.mark', { leadIDs: [leadID], starred: true, assignee: 'ben' });
  await ben.ask('notes.save', { leadID, noteID, kind: 'note', text: 'Of mine only' });
  await ben.ask('thread.watch', { leadID, focused: true, isTyping: true });
  await ben.reply(leadID, 'From me');
  await expect
    .poll(async () => (await team.pass(stepMs), team.thread(negotiationID)))
    .toContain('From me');
  const subjectKey = Buffer.from(team.owner.keyring()?.subjectKey ?? '', 'base64url');
  /** Without the hub's test events. */
  const subjects = async (...branches: readonly string[]) => {
    await team.pass(stepMs);
    const entries = [];
    for (const branch of branches) entries.push(...(await reader.entries(branch)));
    const testEvents = `in.${deriveItemKey(subjectKey, 'test events')}.`;
    return entries.map(({ subject }) => subject).filter((each) => !each.startsWith(testEvents));
  };
  expect(await subjects('in', 'fact', 'reply', 'turn', 'claim')).toEqual([]);
  expect((await subjects('duty')).filter((subject) => subject.startsWith('duty.poll.'))).toEqual(
    [],
  );
  const isOfHub = ({ webhookURL }: Webhook) => webhookURL.startsWith(test.hub.address);
  expect((await team.webhooks(sam)).filter(isOfHub)).toEqual([]);

  // The team's account serves the business, and the lead is the team's from now on.
  const pat = { ...team.pat, teamSince: 1 };
  const ana = await team.start(team.owner, pat);
  await areActive(team, ana);
  learn(pat, ben);
  await isServedBy(team, pat, ben);
  await team.pass(5 * minute);
  expect((await team.pass(70 * minute)).changes).toEqual([]);
  await bringsIn(team, 'Wilma', pat, ana, ben);
  await isThere('Dino', pat, ana, ben);
  const [shared] = (await ben.leads()).filter(({ customerName }) =>
    customerName.startsWith('Dino'),
  );
  await ben.ask('leads.mark', {
    leadIDs: [shared?.leadID ?? leadID],
    tags: { add: ['VIP'], remove: [] },
  });
  await expect
    .poll(async () => (await team.pass(stepMs), (await ana.leadOf('Dino'))?.tags))
    .toEqual(['VIP']);
  // Facts are published in order, so that none of before is still to come.
  expect(await subjects('fact', 'reply')).toEqual([expect.stringMatching(/^fact\.\w+\.tag\.\w+$/)]);

  await team.end(pat);
  learn({ ...pat, connected: false }, ana, ben);
  await team.create('Fred');
  const fred = async () => (await team.pass(minute), (await ben.leadOf('Fred'))?.accountID);
  await expect.poll(fred).toBe(sam.accountID);
  await team.signInAgain(pat);
  learn(pat, ben, ana);
  await isServedBy(team, pat, ben);
  await bringsIn(team, 'Betty', pat, ana, ben);
}, 300_000);
