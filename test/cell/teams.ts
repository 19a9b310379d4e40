/** Creates teams of a cell like a hub, and desktops that follow their logs over real connections. */
import { createUser } from '@nats-io/nkeys';
import { createHash, randomBytes } from 'node:crypto';
import type { HubConfig } from '../../hub/config.ts';
import { createDesktopToken } from '../../hub/credentials.ts';
import type { HubKeys } from '../../hub/keys.ts';
import { openRecords } from '../../hub/records.ts';
import { openTeamAccounts } from '../../hub/team-accounts.ts';
import { apiPrefix, listConsumers, buildInboxPrefix } from '../../contract/team/desk.ts';
import { createJetStreamLog } from '../../main/engine/team/log/jetstream.ts';
import { createKeyPair } from '../../main/sealing/hpke.ts';
import { runInLanes } from '../bench/team/log.ts';

const lanes = 4;
const password = 'the password of the cell';
export const authorization = `Basic ${btoa(`cell:${password}`)}`;

export type CellTeam = {
  readonly team: string;
  /** Path of its webhook under a hub's address. */
  readonly path: string;
};

/** Creates teams with their streams and a webhook each. */
export const createTeams = async (
  keys: HubKeys,
  config: HubConfig['nats'],
  count: number,
): Promise<readonly CellTeam[]> => {
  const accounts = await openTeamAccounts(keys, config);
  const records = await openRecords(accounts.own, config.replicas);
  const { publicKey } = createKeyPair();
  const passwordDigest = createHash('sha256').update(password).digest('base64url');
  const teams: CellTeam[] = [];
  await runInLanes(lanes, count, async (index) => {
    const team = `team${index}`;
    const path = randomBytes(32).toString('base64url');
    await records.write('team', team, 'created', { created: Date.now() }, 0);
    await records.write('key', team, '1', { publicKey, wraps: {}, older: '' }, 0);
    const account = 'a'.repeat(26);
    const webhook = { account, path, username: 'cell', passwordDigest, by: '' };
    await records.write('webhook', team, account, webhook, 0);
    await accounts.push(team, {});
    await accounts.getConnection(team);
    teams.push({ team, path: `/in/${team}/${path}` });
  });
  await accounts.close();
  return teams;
};

/** Issues a desktop's credential, as before the measured morning. */
export const issueDesktop = async (keys: HubKeys, team: string) => {
  const user = createUser();
  const id = user.getPublicKey();
  const issued = Math.floor(Date.now() / 1_000);
  const times = { issued, expires: issued + 86_400 };
  const jwt = await createDesktopToken(keys, { team, id, role: 'member' }, times);
  return { id, jwt, seed: new TextDecoder().decode(user.getSeed()) };
};

/** Connects a desktop, which calls `onEntry` for each entry. Resolves when it follows the log. */
export const connectDesktop = async (
  { id, jwt, seed }: Awaited<ReturnType<typeof issueDesktop>>,
  { servers, ca }: { readonly servers: readonly string[]; readonly ca?: string },
  onEntry: (subject: string) => void,
) => {
  const log = createJetStreamLog({
    servers,
    credentials: { jwt, seed },
    inboxPrefix: buildInboxPrefix(id),
    apiPrefix,
    consumers: listConsumers(id),
    ...(ca !== undefined && { ca }),
  });
  let isUp = false;
  let isOver = false;
  let after = 0;
  const first = Promise.withResolvers<void>();
  log.onState(({ name }) => (isUp = name === 'up'));
  const follow = async (): Promise<void> => {
    while (!isOver) {
      const read = await log.read(after, { most: 500, waitMs: after === 0 ? 5_000 : 30_000 });
      if (!read.ok) continue;
      first.resolve();
      for (const { subject, sequence } of read.entries) {
        after = sequence;
        onEntry(subject);
      }
    }
  };
  void follow();
  await first.promise;
  return {
    isUp: () => isUp,
    close: async () => {
      isOver = true;
      await log.close();
    },
  };
};
export type CellDesktop = Awaited<ReturnType<typeof connectDesktop>>;
