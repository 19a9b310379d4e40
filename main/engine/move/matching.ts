/**
 * Matches the leads of a legacy account with those of the v4 account that follows it: the same id
 * (names with `_pk` became names with `ID`, service.md, Versioning), or the same request. What v4 has
 * is fetched first, conversation and all, so that nothing is there twice. Each lead is a step of its
 * own: whoever stops it, it goes on with the next lead.
 */
import type { Failure } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/events.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Ingest } from '../ingest/ingest.ts';
import type { ServiceClient } from '../service/client.ts';
import { threadPages } from '../service/v4/thread.ts';
import { storeFailure } from '../store/failure.ts';
import { findLead } from '../store/leads.ts';
import { moveOf, nextLead, putMove, type LegacyLead, type MoveRow } from '../store/moves.ts';
import type { Store } from '../store/store.ts';
import { mergeLead } from './merge.ts';

export type Matching = {
  /** Goes on where it stopped; does nothing while it runs. The move must name both accounts. */
  readonly run: (from: AccountID) => void;
  readonly isRunning: (from: AccountID) => boolean;
  /** Stops after the lead under way. */
  readonly stop: (from: AccountID) => void;
  readonly stopAll: () => void;
};

type Parts = {
  readonly store: Store;
  readonly ingest: Pick<Ingest, 'negotiations' | 'messages'>;
  readonly client: (accountID: AccountID) => ServiceClient | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: (change: Change) => void;
  /** Replies that waited have an account again that can send them. */
  readonly wakeOutbox: () => void;
};

type Found = { readonly lead: number | null } | { readonly error: Failure };

const noClient: Failure = {
  code: 'reconnect_needed',
  message: 'The account that takes the leads over is not connected.',
};
const isMissing = ({ code }: Failure): boolean => code === 'gone' || code === 'forbidden';

export const createMatching = (parts: Parts): Matching => {
  const { store, ingest, client, clock, log, publish, wakeOutbox } = parts;
  const running = new Set<AccountID>();
  const asked = new Set<AccountID>();

  const sameRequest = (accountID: AccountID, legacy: LegacyLead): number | null =>
    store
      .prepare<[string | null, string], { lead: number }>(
        'move.sameRequest',
        `SELECT lead FROM leads WHERE account_id = ?2 AND complete = 1
           AND record ->> '$.request.requestID' = ?1 ->> '$.request.requestID' LIMIT 1`,
      )
      .get(legacy.record, accountID)?.lead ?? null;

  /** The v4 lead with everything that v4 has of it; null when v4 does not have it. */
  const find = async (accountID: AccountID, legacy: LegacyLead): Promise<Found> => {
    const service = client(accountID);
    if (service === null) return { error: noClient };
    const { negotiationID } = legacy;
    const answer = await service.negotiation(negotiationID, 'background');
    if (!answer.ok && !isMissing(answer.error)) return { error: answer.error };
    if (!answer.ok) return { lead: sameRequest(accountID, legacy) };
    ingest.negotiations(accountID, [answer.value], 'backfill');
    for await (const page of threadPages(service, negotiationID, null, 'background')) {
      if (page.ok) ingest.messages(accountID, negotiationID, page.value, 'backfill');
      else if (!isMissing(page.error)) return { error: page.error };
    }
    return { lead: findLead(store, accountID, negotiationID)?.lead ?? null };
  };

  const note = (move: MoveRow): void => {
    store.write(() => putMove(store, move));
    publish({ kinds: ['move'], leadIDs: [] });
  };

  /** Takes one lead over, or leaves it; false when there is none left or something is in the way. */
  const step = async (from: AccountID): Promise<boolean> => {
    const before = moveOf(store, from);
    if (before === null || before.to === null) return false;
    const { to } = before;
    const legacy = nextLead(store, from, before.beforeLead);
    if (legacy === null) {
      note({ ...before, reason: null, finishedAt: clock.now() });
      return false;
    }
    const found = await find(to, legacy);
    // What was chosen meanwhile stands in the row.
    const move = moveOf(store, from);
    if (move === null) return false;
    if ('error' in found) {
      note({ ...move, reason: found.error });
      return false;
    }
    const { lead } = found;
    store.write(() => {
      if (lead !== null)
        mergeLead(store, { ...legacy, accountID: from }, { lead, accountID: to }, clock.now());
      putMove(store, {
        ...move,
        beforeLead: legacy.lead,
        matched: move.matched + (lead === null ? 0 : 1),
        kept: move.kept + (lead === null ? 1 : 0),
        reason: null,
      });
    });
    publish({ kinds: lead === null ? ['move'] : ['leads', 'move'], leadIDs: null });
    return true;
  };

  const runAll = async (from: AccountID): Promise<void> => {
    try {
      while (!asked.has(from) && (await step(from)));
    } catch (thrown) {
      log.error({ err: thrown }, 'matching leads failed');
      const move = moveOf(store, from);
      const reason = storeFailure(thrown) ?? {
        code: 'internal' as const,
        message: 'A lead could not be matched.',
      };
      if (move !== null) note({ ...move, reason });
    }
  };

  return {
    run: (from) => {
      asked.delete(from);
      if (running.has(from)) return;
      running.add(from);
      void runAll(from).finally(() => {
        running.delete(from);
        if (asked.has(from)) return;
        publish({ kinds: ['leads', 'move'], leadIDs: null });
        wakeOutbox();
      });
    },
    isRunning: (from) => running.has(from) && !asked.has(from),
    stop: (from) => void asked.add(from),
    stopAll: () => {
      for (const from of running) asked.add(from);
    },
  };
};
