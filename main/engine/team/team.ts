/**
 * What runs while this desktop belongs to a team: the connection to its log, the follower and the outgoing changes.
 * Import this file dynamically, so that a desktop without a team loads none of it.
 */
import type { Change } from '../../../contract/events.ts';
import type { TeamMembership } from '../../../contract/port.ts';
import { apiPrefix, inboxOf } from '../../../contract/team/desk.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import { restartBackfills } from '../accounts/rows.ts';
import type { Ingest } from '../accounts/ingest/ingest.ts';
import { deliveryOf } from '../marketplaces/choose.ts';
import type { Random } from '../platform/random.ts';
import type { Slices } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import { createFactApplier } from './apply.ts';
import { createFollower } from './follower.ts';
import { recordOwnChanges } from './gate.ts';
import { readKeyring } from './keyring.ts';
import { createLeadKeys } from './lead-keys.ts';
import { createJetStreamLog } from './log/jetstream.ts';
import { createOutgoing } from './outgoing.ts';
import type { PublishedChanges } from './outbox-rows.ts';

type Dependencies = {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly slices: Slices;
  readonly ingest: Pick<Ingest, 'record' | 'applyRecorded'>;
  readonly publish: (change: Change) => void;
  readonly hoursChanged: () => void;
  readonly membership: TeamMembership;
};

export type Team = {
  readonly changed: (change: Change) => void;
  /** Resolves when nothing runs any more. */
  readonly stop: () => Promise<void>;
};

/** Makes the database one of this desktop in the team. Data of another membership is removed. */
const enter = (store: Store, { team, person, desktop }: TeamMembership): void => {
  const same = 'SELECT 1 FROM team_cursor WHERE team = ? AND person = ? AND desktop = ?';
  if (store.db.prepare(same).get(team, person, desktop) !== undefined) return;
  const hadTeam = store.db.prepare('SELECT 1 FROM team_cursor').get() !== undefined;
  store.write(() => {
    for (const table of ['team_cursor', 'team_facts', 'team_outbox', 'team_unread', 'team_replies'])
      store.db.prepare(`DELETE FROM ${table}`).run();
    store.db
      .prepare('INSERT INTO team_cursor (team, person, desktop, sequence) VALUES (?, ?, ?, 0)')
      .run(team, person, desktop);
  });
  if (!hadTeam) recordOwnChanges(store);
};

/** Starts the team of a membership; null when its keyring cannot be read. */
export const createTeam = (dependencies: Dependencies): Team | null => {
  const { store, clock, random, log, slices, ingest, publish, hoursChanged, membership } =
    dependencies;
  const keyring = readKeyring(membership.keyring);
  if (keyring === null) return null;
  enter(store, membership);
  const { person, desktop, servers, credentials, ca } = membership;
  const self = { person, desktop };
  const keys = createLeadKeys(store, Buffer.from(keyring.subjectKey, 'base64url'));
  const published: PublishedChanges = new Map();
  const teamLog = createJetStreamLog({
    servers,
    credentials,
    inboxPrefix: inboxOf(desktop),
    apiPrefix,
    ...(ca !== undefined && { ca }),
    clock,
    chance: random.fraction,
  });
  const applier = createFactApplier({
    store,
    keys,
    self,
    published,
    now: clock.now,
    publish,
    hoursChanged,
    lost: ({ kind, why }) => log.warn({ kind, why }, 'a change did not reach the team'),
  });
  const shared = { store, clock, random, log, teamLog, keyring: () => keyring };
  const follower = createFollower({
    ...shared,
    slices,
    ingest,
    accountOf: keys.accountOf,
    deliveryFrom: (accountID, call) => deliveryOf(store, accountID, call),
    apply: applier.apply,
    missed: () => restartBackfills(store),
  });
  const outgoing = createOutgoing({ ...shared, keys, self, published, lose: applier.lose });
  return {
    changed: (change) => {
      applier.leadsChanged(change);
      if (change.kinds.includes('connection')) void follower.retry();
    },
    stop: async () => {
      outgoing.stop();
      applier.stop();
      await Promise.all([follower.stop(), teamLog.close()]);
    },
  };
};
