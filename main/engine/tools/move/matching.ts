/**
 * Matches the leads of a legacy account with those of the v4 account that follows it: the same id
 * (names with `_pk` became names with `ID`, service.md, Versioning), or the same request to the same
 * business. What v4 has is fetched first, conversation and all, so that nothing is there twice. A lead
 * that v4 does not have stays where it is, to be read; v4 must have said so several times, minutes
 * apart (`countMiss`), so leads that it refused are asked for again once all others were. Each lead is
 * a step of its own, and what follows from an answer a slice: whoever stops it, it goes on with the next
 * lead.
 */
import type { Failure } from '../../../../contract/errors.ts';
import type { Change } from '../../../../contract/events.ts';
import type { AccountID } from '../../../../contract/records.ts';
import type { Clock } from '../../../clock/clock.ts';
import type { Log } from '../../../log/log.ts';
import type { Ingest } from '../../accounts/ingest/ingest.ts';
import type { Service } from '../../accounts/service.ts';
import { putListedBusinesses } from '../../leads/businesses.ts';
import { storeFailure } from '../../platform/store/failure.ts';
import { leadIDOf } from '../../platform/store/ids.ts';
import type { Slices } from '../../platform/slices.ts';
import { refreshInbox } from '../../leads/inbox.ts';
import { findLead, setAvailability } from '../../leads/leads.ts';
import { notifiedAndRead } from '../../leads/read-mark.ts';
import {
  leadOfRequest,
  moveOf,
  nextLead,
  nextRefused,
  putMove,
  type LegacyLead,
  type MoveRow,
} from '../../accounts/moves.ts';
import { failQueued } from '../../conversation/outbox/rows.ts';
import type { Store } from '../../platform/store/store.ts';
import {
  countMiss,
  isMissing,
  missesApartMs,
  noMisses,
  type Misses,
} from '../../accounts/sync/pace.ts';
import { mergeLead } from '../../accounts/merge.ts';

export type Matching = {
  /** Goes on where it stopped; does nothing while it runs. The move must name both accounts. */
  readonly run: (from: AccountID) => void;
  readonly isRunning: (from: AccountID) => boolean;
  /** Stops after the lead under way. */
  readonly pause: (from: AccountID) => void;
  /** Ends with the engine: what is under way is left as it is. */
  readonly stop: () => void;
};

type Dependencies = {
  readonly store: Store;
  readonly ingest: Pick<Ingest, 'negotiations' | 'messages'>;
  readonly client: (accountID: AccountID) => Pick<Service, 'negotiation' | 'thread'> | null;
  readonly slices: Pick<Slices, 'run'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: (change: Change) => void;
  /** Replies that waited have an account again that can send them. */
  readonly wakeOutbox: () => void;
};

/** What v4 has of a legacy lead: its records as they came, or a lead that is here already. */
type Had =
  | { readonly negotiation: unknown; readonly messages: readonly unknown[] }
  | { readonly lead: number };

/** What v4 has of a legacy lead, or why it has nothing, or why that is not known. */
type Found = Had | { readonly missing: 'gone' | 'forbidden' } | { readonly error: Failure };

const noClient: Failure = {
  code: 'reconnect_needed',
  message: 'The account that takes the leads over is not connected.',
};
const unreadable: Failure = {
  code: 'unexpected_answer',
  message: 'The lead that the service answered with cannot be read.',
};
const missingBy = ({ code }: Failure): 'gone' | 'forbidden' | null =>
  code === 'gone' || code === 'forbidden' ? code : null;

/** The move, one lead further. */
const past = (move: MoveRow, { lead }: LegacyLead): MoveRow => ({
  ...move,
  beforeLead: Math.min(lead, move.beforeLead ?? lead),
  reason: null,
});

export const createMatching = (dependencies: Dependencies): Matching => {
  const { store, ingest, client, slices, clock, log, publish, wakeOutbox } = dependencies;
  const running = new Set<AccountID>();
  const pausing = new Set<AccountID>();
  /** How often v4 has refused a lead; forgotten with the process, which is the safe side. */
  const misses = new Map<number, Misses>();
  /** Refused leads below this one are still to be asked for in this round; all of them without it. */
  const rounds = new Map<AccountID, number>();
  /** Ends the wait before the next round at once. */
  const waits = new Map<AccountID, () => void>();
  let stopped = false;

  const waitForRound = (from: AccountID): Promise<void> =>
    new Promise((done) => {
      const callOff = clock.after(missesApartMs, done);
      waits.set(from, () => {
        callOff();
        done();
      });
    });

  /** Fetches everything that v4 has of the lead; takes nothing in yet. */
  const find = async (accountID: AccountID, legacy: LegacyLead): Promise<Found> => {
    const service = client(accountID);
    if (service === null) return { error: noClient };
    const { negotiationID } = legacy;
    const answer = await service.negotiation(negotiationID, 'background');
    if (stopped) return { error: noClient };
    if (!answer.ok) {
      const missing = missingBy(answer.error);
      if (missing === null) return { error: answer.error };
      const here = findLead(store, accountID, negotiationID);
      const lead = here?.complete === true ? here.lead : leadOfRequest(store, accountID, legacy);
      return lead === null ? { missing } : { lead };
    }
    const messages: unknown[] = [];
    for await (const page of service.thread(negotiationID, null, 'background')) {
      if (stopped) return { error: noClient };
      if (page.ok) messages.push(...page.value);
      else if (missingBy(page.error) === null) return { error: page.error };
    }
    return { negotiation: answer.value, messages };
  };

  const note = (move: MoveRow): void => {
    store.write(() => putMove(store, move));
    publish({ kinds: ['move'], leadIDs: [] });
  };

  /** The legacy businesses are covered no more: those without a lead that was kept leave the lists. */
  const finish = (move: MoveRow): void => {
    store.write(() => {
      putListedBusinesses(store, move.from, []);
      putMove(store, { ...move, reason: null, finishedAt: clock.now() });
    });
    publish({ kinds: ['businesses', 'move'], leadIDs: [] });
  };

  /**
   * Takes in what v4 has and merges the leads, in one transaction: nothing that ends it in between
   * leaves a mark behind that the next attempt would take for a person's. It does not wait for the disk:
   * what a power cut takes back is matched once more. The window may hear of it before the commit, but
   * is answered after it. False when what v4 has cannot be read.
   */
  const take = (move: MoveRow, to: AccountID, legacy: LegacyLead, had: Had): boolean => {
    const { negotiationID } = legacy;
    const leadHere = (): number | undefined =>
      'lead' in had ? had.lead : findLead(store, to, negotiationID)?.lead;
    const merged = store.writeAgain(() => {
      const before = leadHere();
      const readAt = before === undefined ? 0 : notifiedAndRead(store, before).readAt;
      if ('negotiation' in had) {
        ingest.negotiations(to, [had.negotiation], 'backfill');
        ingest.messages(to, negotiationID, had.messages, 'backfill');
      }
      const lead = leadHere();
      if (lead === undefined) return null;
      const target = { lead, accountID: to, readAt };
      mergeLead(store, { ...legacy, accountID: move.from }, target, clock.now());
      putMove(store, { ...past(move, legacy), matched: move.matched + 1 });
      return lead;
    });
    if (merged === null) return false;
    publish({ kinds: ['leads', 'move'], leadIDs: [legacy.lead, merged].map(leadIDOf) });
    wakeOutbox();
    return true;
  };

  const keep = (move: MoveRow, legacy: LegacyLead, missing: 'gone' | 'forbidden'): void => {
    const { lead } = legacy;
    store.write(() => {
      setAvailability(store, lead, missing, clock.now());
      failQueued(store, lead, {
        code: missing,
        message: 'The v4 interface does not have this lead.',
      });
      refreshInbox(store, lead);
      putMove(store, { ...past(move, legacy), kept: move.kept + 1 });
    });
    publish({ kinds: ['leads', 'move'], leadIDs: [leadIDOf(lead)] });
  };

  /** Keeps a lead that v4 has refused often enough, or did before; another one is asked for later. */
  const refused = (move: MoveRow, legacy: LegacyLead, missing: 'gone' | 'forbidden'): void => {
    const { lead, negotiationID } = legacy;
    const wasMissing = findLead(store, move.from, negotiationID)?.availability !== 'here';
    const missed = countMiss(misses.get(lead) ?? noMisses, clock.steady());
    misses.set(lead, missed);
    if (isMissing(missed) || wasMissing) keep(move, legacy, missing);
    else note(past(move, legacy));
  };

  /** The next lead: each of the account once, then round after round those that v4 has refused. */
  const next = (from: AccountID, beforeLead: number | null): LegacyLead | null => {
    const first = nextLead(store, from, beforeLead);
    if (first !== null) return first;
    const again = nextRefused(store, from, rounds.get(from) ?? null);
    if (again === null) rounds.delete(from);
    else rounds.set(from, again.lead);
    return again;
  };

  /** Does with a lead what follows from what v4 has; false when something is in the way. */
  const settle = (from: AccountID, to: AccountID, legacy: LegacyLead, found: Found): boolean => {
    if (stopped) return false;
    // What was chosen meanwhile stands in the row.
    const move = moveOf(store, from);
    if (move === null) return false;
    if (move.to !== to) return true;
    if ('error' in found) {
      note({ ...move, reason: found.error });
      return false;
    }
    if ('missing' in found) refused(move, legacy, found.missing);
    else if (!take(move, to, legacy, found)) {
      note({ ...move, reason: unreadable });
      return false;
    }
    return true;
  };

  /** Does one lead; false when there is none left or something is in the way. May wait for its turn. */
  const step = async (from: AccountID): Promise<boolean> => {
    const before = moveOf(store, from);
    if (before === null || before.to === null) return false;
    const { to } = before;
    const legacy = next(from, before.beforeLead);
    if (legacy === null) {
      if (nextRefused(store, from, null) === null) {
        finish(before);
        return false;
      }
      await waitForRound(from);
      return true;
    }
    const found = await find(to, legacy);
    let goesOn = false;
    await slices.run(() => {
      goesOn = settle(from, to, legacy, found);
      return false;
    });
    return goesOn;
  };

  /** Keeps why it stopped, where that can still be written down. */
  const keepReason = (from: AccountID, thrown: unknown): void => {
    log.error({ err: thrown }, 'matching leads failed');
    const reason = storeFailure(thrown) ?? {
      code: 'internal' as const,
      message: 'A lead could not be matched.',
    };
    try {
      const move = moveOf(store, from);
      if (move !== null) note({ ...move, reason });
    } catch (again) {
      log.error({ err: again }, 'the reason could not be kept');
    }
  };

  const runAll = async (from: AccountID): Promise<void> => {
    try {
      while (!stopped && !pausing.has(from) && (await step(from)));
    } catch (thrown) {
      if (!stopped) keepReason(from, thrown);
    }
    running.delete(from);
    if (!stopped) publish({ kinds: ['move'], leadIDs: [] });
  };

  return {
    run: (from) => {
      pausing.delete(from);
      if (running.has(from)) return;
      running.add(from);
      void runAll(from);
    },
    isRunning: (from) => running.has(from) && !pausing.has(from),
    pause: (from) => {
      pausing.add(from);
      waits.get(from)?.();
    },
    stop: () => {
      stopped = true;
      for (const end of waits.values()) end();
    },
  };
};
