/**
 * Merges the leads of a legacy account into those of its v4 account, matched by id or by the same request to the same
 * business. A lead that v4 refuses several times, minutes apart (`countMiss`), stays readable. Each lead is one step,
 * so that a move can stop anywhere.
 */
import type { Failure } from '../../../../contract/errors.ts';
import type { AccountID } from '../../../../contract/records.ts';
import type { Ingest } from '../../accounts/ingest/ingest.ts';
import type { EngineDependencies } from '../../accounts/runtime.ts';
import type { Service } from '../../accounts/service.ts';
import { putListedBusinesses } from '../../leads/businesses.ts';
import { toStoreFailure } from '../../platform/store/failure.ts';
import { toLeadID } from '../../platform/store/ids.ts';
import type { Slices } from '../../platform/slices.ts';
import { refreshInbox } from '../../leads/inbox.ts';
import { findLead, setAvailability } from '../../leads/leads.ts';
import { readNotifiedAndRead } from '../../leads/read-mark.ts';
import {
  findLeadOfRequest,
  findMove,
  findNextLead,
  findNextRefused,
  putMove,
  type LegacyLead,
  type MoveRow,
} from '../../accounts/moves.ts';
import { failQueued } from '../../conversation/outbox/rows.ts';
import {
  countMiss,
  isMissing,
  missesApartMs,
  noMisses,
  type Misses,
} from '../../accounts/sync/pace.ts';
import { mergeLead } from '../../accounts/merge.ts';

export type Matching = ReturnType<typeof createMatching>;

type Dependencies = Omit<EngineDependencies, 'random'> & {
  readonly ingest: Pick<Ingest, 'applyNegotiations' | 'applyMessages'>;
  readonly findService: (
    accountID: AccountID,
  ) => Pick<Service, 'fetchNegotiation' | 'fetchMessages'> | null;
  readonly slices: Pick<Slices, 'run'>;
  /** Called when an account can send waiting replies again. */
  readonly wakeOutbox: () => void;
};

/** The v4 records of a legacy lead, or the number of its stored v4 lead. */
type V4Lead =
  | { readonly negotiation: unknown; readonly messages: readonly unknown[] }
  | { readonly lead: number };

/** A v4 lead, the reason why v4 has none, or the failure that leaves this unknown. */
type Found = V4Lead | { readonly missing: 'gone' | 'forbidden' } | { readonly error: Failure };

const noClient: Failure = {
  code: 'reconnect_needed',
  message: 'The account that takes the leads over is not connected.',
};
const unreadable: Failure = {
  code: 'unexpected_answer',
  message: 'The lead that the service answered with cannot be read.',
};
const findMissingReason = ({ code }: Failure): 'gone' | 'forbidden' | null =>
  code === 'gone' || code === 'forbidden' ? code : null;

const advance = (move: MoveRow, { lead }: LegacyLead): MoveRow => ({
  ...move,
  beforeLead: Math.min(lead, move.beforeLead ?? lead),
  reason: null,
});

export const createMatching = (dependencies: Dependencies) => {
  const { store, ingest, findService, slices, clock, log, publish, wakeOutbox } = dependencies;
  const running = new Set<AccountID>();
  const pausing = new Set<AccountID>();
  /** Refusals of each lead. A restart forgets them, which only delays. */
  const misses = new Map<number, Misses>();
  /** For each move, the refused lead that was requested last in this pass. */
  const lastRefused = new Map<AccountID, number>();
  /** For each move, ends the wait before its next pass. */
  const endWaits = new Map<AccountID, () => void>();
  let isStopped = false;

  const waitForPass = (from: AccountID): Promise<void> =>
    new Promise((done) => {
      const cancel = clock.after(missesApartMs, done);
      endWaits.set(from, () => {
        cancel();
        done();
      });
    });

  /** Fetches a lead, and its conversation so that a merge repeats no message. After `stop` the result is ignored. */
  const fetchLead = async (accountID: AccountID, legacy: LegacyLead): Promise<Found> => {
    const service = findService(accountID);
    if (service === null) return { error: noClient };
    const { negotiationID } = legacy;
    const answer = await service.fetchNegotiation(negotiationID, 'background');
    if (isStopped) return { error: noClient };
    if (!answer.ok) {
      const missing = findMissingReason(answer.error);
      if (missing === null) return { error: answer.error };
      const here = findLead(store, accountID, negotiationID);
      const lead =
        here?.complete === true ? here.lead : findLeadOfRequest(store, accountID, legacy);
      return lead === null ? { missing } : { lead };
    }
    const messages: unknown[] = [];
    for await (const page of service.fetchMessages(negotiationID, null, 'background')) {
      if (isStopped) return { error: noClient };
      if (page.ok) messages.push(...page.value);
      else if (findMissingReason(page.error) === null) return { error: page.error };
    }
    return { negotiation: answer.value, messages };
  };

  const save = (move: MoveRow): void => {
    store.write(() => putMove(store, move));
    publish({ kinds: ['move'], leadIDs: [] });
  };

  /** Ends the move. Legacy businesses without kept leads leave the lists. */
  const finish = (move: MoveRow): void => {
    store.write(() => {
      putListedBusinesses(store, move.from, []);
      putMove(store, { ...move, reason: null, finishedAt: clock.now() });
    });
    publish({ kinds: ['businesses', 'move'], leadIDs: [] });
  };

  /**
   * Stores and merges a lead in one transaction, so that no mark of a partial attempt looks like a person's. After a
   * power cut that undoes the commit, the lead is merged again. False if the records cannot be read.
   */
  const merge = (move: MoveRow, to: AccountID, legacy: LegacyLead, found: V4Lead): boolean => {
    const { negotiationID } = legacy;
    const findTarget = (): number | undefined =>
      'lead' in found ? found.lead : findLead(store, to, negotiationID)?.lead;
    const merged = store.writeRepeatable(() => {
      const before = findTarget();
      const readAt = before === undefined ? 0 : readNotifiedAndRead(store, before).readAt;
      if ('negotiation' in found) {
        ingest.applyNegotiations(to, [found.negotiation], 'backfill');
        ingest.applyMessages(to, negotiationID, found.messages, 'backfill');
      }
      const lead = findTarget();
      if (lead === undefined) return null;
      const target = { lead, accountID: to, readAt };
      mergeLead(store, { ...legacy, accountID: move.from }, target, clock.now());
      putMove(store, { ...advance(move, legacy), matched: move.matched + 1 });
      return lead;
    });
    if (merged === null) return false;
    publish({ kinds: ['leads', 'move'], leadIDs: [legacy.lead, merged].map(toLeadID) });
    wakeOutbox();
    return true;
  };

  const keepLegacyLead = (
    move: MoveRow,
    legacy: LegacyLead,
    missing: 'gone' | 'forbidden',
  ): void => {
    const { lead } = legacy;
    store.write(() => {
      setAvailability(store, lead, missing, clock.now());
      failQueued(store, lead, {
        code: missing,
        message: 'The v4 interface does not have this lead.',
      });
      refreshInbox(store, lead);
      putMove(store, { ...advance(move, legacy), kept: move.kept + 1 });
    });
    publish({ kinds: ['leads', 'move'], leadIDs: [toLeadID(lead)] });
  };

  /** Counts a refusal. Keeps a lead that v4 refused often enough or that was missing before. */
  const countRefusal = (move: MoveRow, legacy: LegacyLead, missing: 'gone' | 'forbidden'): void => {
    const { lead, negotiationID } = legacy;
    const wasMissing = findLead(store, move.from, negotiationID)?.availability !== 'here';
    const missed = countMiss(misses.get(lead) ?? noMisses, clock.steady());
    misses.set(lead, missed);
    if (isMissing(missed) || wasMissing) keepLegacyLead(move, legacy, missing);
    else save(advance(move, legacy));
  };

  /** Finds each lead once, then in passes those that v4 refused; null at the end of a pass. */
  const findNext = (from: AccountID, beforeLead: number | null): LegacyLead | null => {
    const first = findNextLead(store, from, beforeLead);
    if (first !== null) return first;
    const refused = findNextRefused(store, from, lastRefused.get(from) ?? null);
    if (refused === null) lastRefused.delete(from);
    else lastRefused.set(from, refused.lead);
    return refused;
  };

  /** Applies a response; false if the move cannot continue. */
  const settle = (from: AccountID, to: AccountID, legacy: LegacyLead, found: Found): boolean => {
    if (isStopped) return false;
    // The move may have changed during the request.
    const move = findMove(store, from);
    if (move === null) return false;
    if (move.to !== to) return true;
    if ('missing' in found) countRefusal(move, legacy, found.missing);
    else if ('error' in found || !merge(move, to, legacy, found)) {
      save({ ...move, reason: 'error' in found ? found.error : unreadable });
      return false;
    }
    return true;
  };

  /** Processes one lead or waits for the next pass; false at the end or if the move cannot continue. */
  const step = async (from: AccountID): Promise<boolean> => {
    const before = findMove(store, from);
    if (before === null || before.to === null) return false;
    const { to } = before;
    const legacy = findNext(from, before.beforeLead);
    if (legacy === null) {
      if (findNextRefused(store, from, null) === null) {
        finish(before);
        return false;
      }
      await waitForPass(from);
      return true;
    }
    const found = await fetchLead(to, legacy);
    let canContinue = false;
    await slices.run(() => {
      canContinue = settle(from, to, legacy, found);
      return false;
    });
    return canContinue;
  };

  const storeReason = (from: AccountID, thrown: unknown): void => {
    log.error({ err: thrown }, 'matching leads failed');
    const reason = toStoreFailure(thrown) ?? {
      code: 'internal' as const,
      message: 'A lead could not be matched.',
    };
    try {
      const move = findMove(store, from);
      if (move !== null) save({ ...move, reason });
    } catch (again) {
      log.error({ err: again }, 'the reason could not be kept');
    }
  };

  const runAll = async (from: AccountID): Promise<void> => {
    try {
      while (!isStopped && !pausing.has(from) && (await step(from)));
    } catch (thrown) {
      if (!isStopped) storeReason(from, thrown);
    }
    running.delete(from);
    if (!isStopped) publish({ kinds: ['move'], leadIDs: [] });
  };

  return {
    /** Starts or resumes a move, which must name both accounts. */
    run: (from: AccountID): void => {
      pausing.delete(from);
      if (running.has(from)) return;
      running.add(from);
      void runAll(from);
    },
    isRunning: (from: AccountID) => running.has(from) && !pausing.has(from),
    /** Stops after the current lead. */
    pause: (from: AccountID): void => {
      pausing.add(from);
      endWaits.get(from)?.();
    },
    stop: (): void => {
      isStopped = true;
      for (const end of endWaits.values()) end();
    },
  };
};
