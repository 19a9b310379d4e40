/** Handlers of `move.*`: the choices of a move from legacy to v4, and the matching of its leads. */
import type { Move } from '../../../../contract/commands/move.ts';
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import type { AccountID } from '../../../../contract/records.ts';
import type { Matching } from './matching.ts';
import { accountByID } from '../../accounts/rows.ts';
import { leadsLeft, moveOf, putMove, type MoveRow } from '../../accounts/moves.ts';
import type { EngineDependencies } from '../../accounts/runtime.ts';
import type { EngineCommand, Handlers } from '../../platform/command/handler.ts';

type Dependencies = Pick<EngineDependencies, 'store' | 'clock' | 'publish'> & {
  readonly matching: Matching;
  /** Whether no newer interface has replaced the account's; null for an unknown account. */
  readonly isCurrent: (accountID: AccountID) => boolean | null;
};

const noSuchMove = (): Answer<never> => fail('not_found', 'No such move was begun.');

export const moveCommands = ({
  store,
  clock,
  matching,
  isCurrent,
  publish,
}: Dependencies): Handlers<Extract<EngineCommand, `move.${string}`>> => {
  const stateOf = (row: MoveRow): Move['matching']['state'] => {
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
      state: stateOf(row),
      left: row.finishedAt === null ? leadsLeft(store, row.from, row.beforeLead) : 0,
      matched: row.matched,
      kept: row.kept,
      reason: row.reason,
    },
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
  });

  const isConnected = (accountID: AccountID): boolean =>
    accountByID(store, accountID)?.connected === true;

  /** Whether `to` is a connected v4 account of the same environment. */
  const canReceive = (from: AccountID, to: AccountID): boolean =>
    isCurrent(to) === true &&
    accountByID(store, to)?.profile.environment === accountByID(store, from)?.profile.environment &&
    isConnected(to);

  const save = (row: MoveRow): Answer<{ move: Move }> => {
    store.write(() => putMove(store, row));
    publish({ kinds: ['move'], leadIDs: [] });
    return succeed({ move: toMove(row) });
  };

  return {
    'move.get': ({ from }) => {
      const row = moveOf(store, from);
      return succeed({ move: row === null ? null : toMove(row) });
    },

    'move.begin': ({ from }) => {
      const existing = moveOf(store, from);
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
      const row = moveOf(store, from);
      if (row === null) return noSuchMove();
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
      const row = moveOf(store, from);
      if (row === null) return noSuchMove();
      if (row.to === null || !isConnected(row.to))
        return fail('conflict', 'No connected account takes the leads over yet.');
      if (isConnected(from)) return fail('conflict', 'The legacy account is still connected.');
      // A run after the last lead starts over, and so requests the leads again that v4 did not have.
      const restarted =
        row.finishedAt === null ? row : { ...row, beforeLead: null, kept: 0, finishedAt: null };
      store.write(() => putMove(store, { ...restarted, reason: null }));
      matching.run(from);
      publish({ kinds: ['move'], leadIDs: [] });
      return succeed({ move: toMove(moveOf(store, from) ?? restarted) });
    },

    'move.stop': ({ from }) => {
      const row = moveOf(store, from);
      if (row === null) return noSuchMove();
      matching.pause(from);
      publish({ kinds: ['move'], leadIDs: [] });
      return succeed({ move: toMove(row) });
    },
  };
};
