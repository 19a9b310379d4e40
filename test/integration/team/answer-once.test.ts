/**
 * Two people press Send on the same lead at the same moment, many times: engines of one team, a real hub with its
 * nats-server, and the sandbox. HEARTHLINE_TIMES=1000 takes minutes, because the service limits requests.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { replyID, type LeadID, type ReplyID } from '../../../contract/records.ts';
import { temporaryFolder, type EngineElsewhere } from '../engine/support/engine.ts';
import { openMarketplace } from '../engine/support/marketplace.ts';
import { addDesktop, foundTeam, startTestHub } from '../hub/support/hub.ts';
import { startMember } from './support/member.ts';

const times = Number(process.env['HEARTHLINE_TIMES'] ?? 24);

let test: Awaited<ReturnType<typeof startTestHub>>;
beforeAll(async () => {
  test = await startTestHub();
});
afterAll(() => test.stop());

/** The complete leads by the customer's name. */
const leadsOf = async (engine: EngineElsewhere): Promise<ReadonlyMap<string, LeadID>> => {
  const leads = new Map<string, LeadID>();
  for (let cursor: string | null | undefined; cursor !== null;) {
    const more = cursor === undefined ? {} : { cursor };
    const page = await engine.ask('leads.list', { view: 'all', limit: 500, ...more });
    for (const { customerName, leadID, isIncomplete } of page.leads)
      if (!isIncomplete) leads.set(customerName.split(' ')[0] ?? '', leadID);
    cursor = page.next;
  }
  return leads;
};

/** Outcome of a person's reply to a lead: sent, or the reason why not. */
const endOf = async (
  engine: EngineElsewhere,
  leadID: LeadID,
  text: string,
  refusals: ReadonlyMap<string, string>,
) => {
  const { messages } = await engine.ask('thread.page', { leadID, limit: 10 });
  const { sending } = messages.find((message) => message.text === text) ?? {};
  if (sending === undefined) return refusals.get(text) ?? 'none';
  if (sending === null || sending.state === 'sent') return 'sent';
  return sending.state === 'failed' ? sending.reason.code : sending.state;
};

/** Two engines of one team that both have a lead of each customer. */
const startOffice = async (customersWanted: number) => {
  const marketplace = await openMarketplace({ listNegotiations: true });
  const owner = await foundTeam(test.hub);
  const desktops = [owner, await addDesktop(test.hub, owner)] as const;
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  // Before the engines, so that none depends on a webhook that is just being registered.
  const customers = new Map<string, string>();
  for (let number = 1; number <= customersWanted; number += 1)
    customers.set(`Customer${number}`, await marketplace.request(`Customer${number}`));
  const start = (at: 0 | 1): Promise<EngineElsewhere> =>
    startMember(marketplace, folders[at], desktops[at]);
  const engines: [EngineElsewhere, EngineElsewhere] = [await start(0), await start(1)];
  for (const engine of engines) {
    await engine.ask('settings.change', { undoSeconds: 0 });
    await expect
      .poll(async () => (await leadsOf(engine)).size, { timeout: 60_000, interval: 500 })
      .toBe(customersWanted);
  }
  const leads = await Promise.all(engines.map(leadsOf));
  const leadOf = (at: number, name: string): LeadID => {
    const lead = leads[at]?.get(name);
    if (lead === undefined) throw new Error(`there is no lead of ${name}`);
    return lead;
  };
  const newReply = (): ReplyID => replyID.parse(randomUUID());
  const textOf = (at: number, name: string): string => `From ${at} to ${name}`;
  /** Reasons for which engines refused a reply at once, by its text: a busy one may know the other's answer already. */
  const refusals = new Map<string, string>();
  /** Both people send at the same moment. */
  const sendBoth = async (name: string): Promise<void> => {
    await Promise.all(
      engines.map(async (engine, at) => {
        const text = textOf(at, name);
        const sent = await engine.call('messages.send', {
          leadID: leadOf(at, name),
          ...{ replyID: newReply(), text, seen: null },
        });
        if (!sent.ok) refusals.set(text, sent.error.code);
      }),
    );
  };
  /** Outcomes of the replies to each customer. */
  const ends = async (): Promise<Readonly<Record<string, number>>> => {
    const counts: Record<string, number> = {};
    for (const name of customers.keys()) {
      const both = await Promise.all(
        engines.map((engine, at) => endOf(engine, leadOf(at, name), textOf(at, name), refusals)),
      );
      const end = both.toSorted().join(' and ');
      counts[end] = (counts[end] ?? 0) + 1;
    }
    return counts;
  };
  const threads = (): Promise<readonly unknown[][]> =>
    Promise.all([...customers.values()].map((id) => marketplace.thread(id) as Promise<unknown[]>));
  /** Kills the engine of a desktop, which then starts again. */
  const restart = async (at: 0 | 1): Promise<void> => {
    await engines[at].kill();
    engines[at] = await start(at);
  };
  return { customers, sendBoth, ends, threads, restart };
};

it(
  'a customer gets one reply of two people who send at once, and the other learns who was first',
  async () => {
    const { customers, sendBoth, ends, threads } = await startOffice(times);
    for (const name of customers.keys()) await sendBoth(name);
    await expect
      .poll(ends, { timeout: 60_000 + 1_000 * times, interval: 1_000 })
      .toEqual({ 'colleague_answered and sent': times });
    for (const thread of await threads()) expect(thread).toHaveLength(1);
  },
  120_000 + 4_000 * times,
);

it('a customer gets one reply although an engine that sends is killed at any step of it', async () => {
  const kills = 10;
  const { customers, sendBoth, ends, threads, restart } = await startOffice(kills);
  for (const [number, name] of [...customers.keys()].entries()) {
    await sendBoth(name);
    // A reply is on its way for about a quarter of a second.
    await pause(number * 25);
    await restart(number % 2 === 0 ? 0 : 1);
  }
  await expect
    .poll(ends, { timeout: 200_000, interval: 1_000 })
    .toEqual({ 'colleague_answered and sent': kills });
  for (const thread of await threads()) expect(thread).toHaveLength(1);
}, 400_000);
