/** Handlers of `move.*`: a move from the legacy interface to v4. */
import type { Move } from '../../../../contract/commands/move.ts';
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import type { AccountID } from '../../../../contract/records.ts';
import type { Matching } from './matching.ts';
import { findAccount } from '../../accounts/rows.ts';
import { countUndecidedLeads, findMove, putMove, type MoveRow } from '../../accounts/moves.ts';
import type { EngineDependencies } from '../../accounts/runtime.ts';
import type { EngineCommand, Handlers } from '../../platform/command/handler.ts';

type Dependencies = Pick<EngineDependencies, 'store' | 'clock' | 'publish'> & {
  readonly matching: Matching;
  /** True if no newer interface has replaced the account's; null for an unknown account. */
  readonly isCurrent: (accountID: AccountID) => boolean | null;
};

const failNoSuchMove = (): Answer<never> => fail('not_found', 'No such move was begun.');

export const createMoveCommands = ({
  store,
  clock,
  matching,
  isCurrent,
  publish,
}: Dependencies): Handlers<Extract<EngineCommand, `move.${string}`>> => {
  const deriveState = (row: MoveRow): Move['matching']['state'] => {
    if (matching.isRunning(row.from)) return 'running';
    if (row.finishedAt !== null) return 'done';
    return row.beforeLead === null && row.reason === null ? 'waiting' : 'stopped';
  };

  const toMove = (row: MoveRow): Move => ({
    from: row.from,
    profileID: row.profileID,
    to: row.to,
    withoutWebhooks: row.withoutWebhooks,
    matching: {
      state: deriveState(row),
      left: row.finishedAt === null ? countUndecidedLeads(store, row.from, row.beforeLead) : 0,
      matched: row.matched,
      kept: row.kept,
      reason: row.reason,
    },
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
  });

  const isConnected = (accountID: AccountID): boolean =>
    findAccount(store, accountID)?.connected === true;

  /** True if `to` is a connected v4 account of the same environment. */
  const canReceive = (from: AccountID, to: AccountID): boolean =>
    isCurrent(to) === true &&
    findAccount(store, to)?.profile.environment === findAccount(store, from)?.profile.environment &&
    isConnected(to);

  const save = (row: MoveRow): Answer<{ move: Move }> => {
    store.write(() => putMove(store, row));
    publish({ kinds: ['move'], leadIDs: [] });
    return succeed({ move: toMove(row) });
  };

  return {
    'move.get': ({ from }) => {
      const row = findMove(store, from);
      return succeed({ move: row === null ? null : toMove(row) });
    },

    'move.begin': ({ from }) => {
      const existing = findMove(store, from);
      if (existing !== null) return succeed({ move: toMove(existing) });
      if (isCurrent(from) !== false) return fail('not_found', 'There is no such legacy account.');
      return save({
        from,
        profileID: null,
        to: null,
        withoutWebhooks: false,
        beforeLead: null,
        matched: 0,
        kept: 0,
        reason: null,
        startedAt: clock.now(),
        finishedAt: null,
      });
    },

    'move.choose': ({ from, profileID, to, withoutWebhooks }) => {
      const row = findMove(store, from);
      if (row === null) return failNoSuchMove();
      if (to !== undefined && !canReceive(from, to))
        return fail(
          'conflict',
          'Only a connected v4 account of the same environment can take over.',
        );
      // Another profile needs another account, which is not connected yet.
      const target = to ?? (profileID === undefined ? row.to : null);
      if (target !== row.to && row.matched > 0)
        return fail('conflict', 'Another account has taken leads over already.');
      return save({
        ...row,
        profileID: profileID ?? row.profileID,
        to: target,
        withoutWebhooks: withoutWebhooks ?? row.withoutWebhooks,
      });
    },

    'move.match': ({ from }) => {
      const row = findMove(store, from);
      if (row === null) return failNoSuchMove();
      if (row.to === null || !isConnected(row.to))
        return fail('conflict', 'No connected account takes the leads over yet.');
      if (isConnected(from)) return fail('conflict', 'The legacy account is still connected.');
      // A finished run starts over, which requests the leads again that v4 did not have.
      const restarted =
        row.finishedAt === null ? row : { ...row, beforeLead: null, kept: 0, finishedAt: null };
      store.write(() => putMove(store, { ...restarted, reason: null }));
      matching.run(from);
      publish({ kinds: ['move'], leadIDs: [] });
      return succeed({ move: toMove(findMove(store, from) ?? restarted) });
    },

    'move.stop': ({ from }) => {
      const row = findMove(store, from);
      if (row === null) return failNoSuchMove();
      matching.pause(from);
      publish({ kinds: ['move'], leadIDs: [] });
      return succeed({ move: toMove(row) });
    },
  };
};
