/** Two engines of one team on a real server. */
import { expect, it, onTestFinished } from 'vitest';
import type { TeamMembership } from '../../../contract/port.ts';
import { createKeyring } from '../../../main/engine/team/keyring.ts';
import { startCluster } from '../../team/cluster.ts';
import { forkEngine, temporaryFolder } from '../engine/support/engine.ts';
import { openMarketplace } from '../engine/support/marketplace.ts';

it("engines of a team show each other's changes, also those made while one was killed", async () => {
  const cluster = await startCluster();
  onTestFinished(() => cluster.close());
  const marketplace = await openMarketplace({ listNegotiations: true });
  await marketplace.request('Wilma');
  const keyring = JSON.stringify(createKeyring());
  const join = async (person: string): Promise<TeamMembership> => ({
    team: 'team',
    person,
    desktop: `${person}-desk`,
    servers: cluster.addresses,
    credentials: await cluster.member(),
    inboxPrefix: `_INBOX.${person}`,
    keyring,
  });
  const start = async (folder: string, membership: TeamMembership) => {
    const engine = await forkEngine(marketplace, folder);
    engine.send({ type: 'team', membership });
    const { leadID } = await engine.until('the lead is there', () => engine.leadOf('Wilma'));
    const facts = async () => {
      const lead = await engine.leadOf('Wilma');
      const { replies } = await engine.ask('savedReplies.list', {});
      return { starred: lead?.starred, replies: replies.map(({ name }) => name) };
    };
    return { ...engine, leadID, facts };
  };
  const [anasPlace, bensPlace] = [await join('ana'), await join('ben')];
  const bensFolder = temporaryFolder();
  const ana = await start(temporaryFolder(), anasPlace);
  const ben = await start(bensFolder, bensPlace);

  const save = (name: string) =>
    ana.ask('savedReplies.save', {
      savedReplyID: name,
      name,
      text: 'On my way',
      scope: { for: 'all' },
      isPinned: false,
    });
  await ana.ask('leads.mark', { leadIDs: [ana.leadID], starred: true });
  await save('first');
  await expect.poll(ben.facts, { timeout: 20_000 }).toEqual({ starred: true, replies: ['first'] });

  await ben.kill();
  await ana.ask('leads.mark', { leadIDs: [ana.leadID], starred: false });
  await save('second');
  const again = await start(bensFolder, bensPlace);
  await expect
    .poll(again.facts, { timeout: 20_000 })
    .toEqual({ starred: false, replies: ['first', 'second'] });
}, 60_000);
