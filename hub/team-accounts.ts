/**
 * A team's account and stream on the NATS servers. Both follow from the key file and the team's records, so they can
 * be created again at any time, and by any hub.
 */
import { DiscardPolicy, RetentionPolicy, StorageType, type StreamConfig } from '@nats-io/jetstream';
import { randomUUID } from 'node:crypto';
import { isConflictCode } from '../contract/team/jetstream-codes.ts';
import { pause, systemClock } from '../main/clock/clock.ts';
import { connectAs, type Connection } from './connections.ts';
import {
  createHubAccountToken,
  createHubUserToken,
  maxLogSize,
  createLogAccountToken,
  maxSnapshotsSize,
  logSubjects,
  maxSealedDeliveryLength,
  objects,
  objectSubjects,
  stream,
  createSystemUserToken,
  createTeamAccountToken,
  createLogUserToken,
} from './credentials.ts';
import type { HubConfig } from './config.ts';
import type { HubKeys } from './keys.ts';

/** Nanoseconds in which the servers compare message ids; the log compares subjects instead. */
const duplicateWindow = 1_000_000_000;
/** Nanoseconds after which an unused consumer is deleted, also a durable one of a removed desktop. */
const consumerLifetime = 60_000_000_000;

export type TeamAccounts = Awaited<ReturnType<typeof openTeamAccounts>>;

/** Creates a stream that refuses entries when it is full, or updates one that an earlier version created. */
export const ensureStream = async (
  { jsm }: Pick<Connection, 'jsm'>,
  more: Partial<StreamConfig> & { readonly name: string },
): Promise<void> => {
  const config = {
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    // The oldest entries may be facts, or another team's records.
    discard: DiscardPolicy.New,
    allow_direct: true,
    ...more,
  };
  await jsm.streams.add(config).catch((thrown: { readonly code?: number }) => {
    if (thrown.code !== 10_058) throw thrown;
    return jsm.streams.update(config.name, config);
  });
};

/** Creates a team's streams unless they exist, and publishes the epoch of a new log. */
const ensureStreams = async (connection: Connection, replicas: number): Promise<void> => {
  await ensureStream(connection, {
    name: stream,
    subjects: logSubjects,
    num_replicas: replicas,
    max_bytes: maxLogSize,
    max_msg_size: maxSealedDeliveryLength,
    max_msgs_per_subject: 8,
    allow_msg_ttl: true,
    allow_rollup_hdrs: false,
    deny_delete: true,
    deny_purge: true,
    duplicate_window: duplicateWindow,
    consumer_limits: { inactive_threshold: consumerLifetime },
  });
  await ensureStream(connection, {
    name: objects,
    subjects: objectSubjects,
    num_replicas: replicas,
    max_bytes: maxSnapshotsSize,
    allow_rollup_hdrs: true,
  });
  const epoch = JSON.stringify({ epoch: randomUUID() });
  await connection.js
    .publish('team.epoch', epoch, { expect: { lastSubjectSequence: 0 } })
    .catch((thrown: unknown) => {
      if (!isConflict(thrown)) throw thrown;
    });
};

/** True if a subject's last sequence was not the expected one. */
export const isConflict = (thrown: unknown): boolean =>
  isConflictCode((thrown as { code?: number }).code);

/** Milliseconds in which servers must have elected leaders, and know pushed accounts and new streams. */
const openMs = 20_000;
const retryMs = 200;

/** Repeats idempotent work until it succeeds or the servers should have been ready. */
export const retry = async <T>(work: () => Promise<T>): Promise<T> => {
  const deadline = systemClock.steady() + openMs;
  for (;;)
    try {
      return await work();
    } catch (thrown) {
      if (systemClock.steady() > deadline) throw thrown;
      await pause(systemClock, retryMs);
    }
};

const elections = '$JS.EVENT.ADVISORY.STREAM.LEADER_ELECTED.>';

/**
 * Connects to the servers and waits until one is up.
 * @param onElection called when the servers elect the leader of a stream
 */
export const openTeamAccounts = async (
  keys: HubKeys,
  config: HubConfig['nats'],
  onElection = (): void => undefined,
) => {
  const system = await connectAs(config, keys.systemUser, await createSystemUserToken(keys), true);
  const teams = new Map<string, Promise<Connection>>();

  const pushToken = async (token: string): Promise<void> => {
    const answer = await system.nats.request('$SYS.REQ.CLAIMS.UPDATE', token, { timeout: 5_000 });
    const { error } = answer.json<{ error?: { description?: string } }>();
    if (error !== undefined) throw new Error(`claims were refused: ${error.description ?? ''}`);
  };
  const push = async (team: string, revoked: Readonly<Record<string, number>>): Promise<void> => {
    await pushToken(await createLogAccountToken(keys, team, config.replicas));
    await pushToken(await createTeamAccountToken(keys, team, revoked));
  };

  /** Prepares a new connection, which is closed if that fails. */
  const prepare = async (
    opening: Connection,
    work: () => Promise<unknown>,
  ): Promise<Connection> => {
    opening.nats.subscribe(elections, { callback: onElection });
    try {
      await work();
      return opening;
    } catch (thrown) {
      await opening.nats.close();
      throw thrown;
    }
  };
  const open = async (): Promise<Connection> => {
    await retry(async () => pushToken(await createHubAccountToken(keys)));
    const opening = await connectAs(config, keys.hubUser, await createHubUserToken(keys), true);
    return prepare(opening, () => retry(() => opening.jsm.getAccountInfo()));
  };
  const own = await open().catch(async (thrown: unknown) => {
    await system.nats.close();
    throw thrown;
  });
  let isUp = true;
  const watch = async (): Promise<void> => {
    for await (const { type } of own.nats.status()) {
      if (type === 'disconnect') isUp = false;
      if (type === 'reconnect') isUp = true;
    }
    isUp = false;
  };
  void watch();

  const openTeam = async (team: string): Promise<Connection> => {
    const opening = await connectAs(
      config,
      keys.logUser(team),
      await createLogUserToken(keys, team),
    );
    return prepare(opening, () => ensureStreams(opening, config.replicas));
  };

  const listOpened = async (): Promise<Connection[]> =>
    (await Promise.allSettled(teams.values())).flatMap((each) =>
      each.status === 'fulfilled' ? [each.value] : [],
    );

  return {
    /** The connection of the hub's own account. */
    own,
    /** Pushes a team's account with its revocations. Throws if no server accepts it. */
    push,
    /**
     * The hub's connection in the account of a team's log. Its streams exist after the first call.
     * @param prepareTeam runs before the first connection
     */
    getConnection: (
      team: string,
      prepareTeam: () => Promise<void> = async () => undefined,
    ): Promise<Connection> => {
      const current = teams.get(team);
      if (current !== undefined) return current;
      const opening = prepareTeam().then(() => retry(() => openTeam(team)));
      teams.set(team, opening);
      opening.catch(() => teams.delete(team));
      return opening;
    },
    /** Connections of the teams that this hub has worked for since its start. */
    listOpened,
    /** True if a server is connected now. */
    isUp: () => isUp,
    close: async (): Promise<void> => {
      const all = [...(await listOpened()), own, system];
      await Promise.allSettled(all.map(({ nats }) => nats.drain()));
    },
  };
};
