/**
 * Publishes the person's changes, in order and at a bounded rate. A change waits until its fact returns in the log
 * (apply.ts), so that an attempt without an answer is neither lost nor taken for stored.
 */
import { maxFactLength, getPublishRule, buildFact } from '../../../contract/team/facts.ts';
import { isFurther } from '../../../contract/team/reducer.ts';
import { createBackoff } from '../../clock/backoff.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { FactApplier } from './apply.ts';
import type { TeamContext } from './context.ts';
import { findFactState } from './followed.ts';
import type { LogCode } from './log/team-log.ts';
import {
  countOwnChanges,
  listOwnChanges,
  removeOwnChange,
  type OwnChange,
  type PublishedChanges,
} from './outbox-rows.ts';
import { buildFacts, type OwnFact } from './own-facts.ts';
import { replyTTLMs } from './replies.ts';
import { sealForMembers } from '../../sealing/seal.ts';

type Dependencies = Omit<TeamContext, 'slices' | 'publish'> & {
  readonly published: PublishedChanges;
  readonly lose: FactApplier['lose'];
};

/** Changes of the same data within this time are published once. */
const collectMs = 300;
/** The hub allows 20 facts a second. */
const paceMs = 50;
/** After this time without its entry, a published change is published again. */
const republishMs = 60_000;
/** Delay after a conflict: by then the follower has applied the entry that was first. */
const afterConflictMs = 1_000;
const atOnce = 50;
const tooLarge = { ok: false, code: 'too_large' } as const;
const retryBackoff = createBackoff({ first: 1_000, max: 60_000, jitter: 0.5 });

/** Starts to publish; `stop` ends it after the request in progress. */
export const createOutgoing = (dependencies: Dependencies): { readonly stop: () => void } => {
  const { store, clock, random, log, teamLog, keyring, published } = dependencies;
  const schedule = createSchedule(clock, (thrown) => {
    log.error({ err: thrown }, 'changes for the team could not be published');
    schedule.in('publish', republishMs, publish);
  });
  /** By place: steady time at which a change is published again. */
  const againAt = new Map<number, number>();
  let isStopped = false;
  let failures = 0;

  const publishFact = async (
    change: OwnChange,
    own: OwnFact,
    isLast: boolean,
  ): Promise<LogCode | null> => {
    const { subject, kind, body } = own;
    const state = findFactState(store, subject);
    const meta = {
      ...{ author: dependencies.self, at: clock.now() },
      ...(change.existing === 1 && { isExisting: true }),
    };
    const fact = buildFact(kind, body, meta, state?.fact ?? null);
    const rule = getPublishRule(kind);
    const seen = state?.sequence ?? 0;
    const isTaken = change.existing === 1 && state !== null;
    if (isTaken || (rule === 'further' && !isFurther(fact, state))) {
      removeOwnChange(store, change);
      return null;
    }
    const before = published.get(subject);
    if (isLast) published.set(subject, { place: change.place, text: fact.text });
    const data = sealForMembers(keyring(), subject, fact.text);
    const isLong = data.byteLength > maxFactLength;
    const options = {
      ...((rule !== 'last' || change.existing === 1) && { expectedLast: seen }),
      ...(kind === 'reply' && { ttlMs: replyTTLMs }),
    };
    const answer = isLong ? tooLarge : await teamLog.publish(subject, data, options);
    if (answer.ok) return null;
    if (answer.code === 'conflict') {
      // An earlier attempt for this subject may have been first.
      if (before === undefined) published.delete(subject);
      else published.set(subject, before);
      againAt.set(change.place, clock.steady() + afterConflictMs);
      return null;
    }
    if (answer.code !== 'forbidden' && answer.code !== 'too_large') return answer.code;
    log.warn({ kind, code: answer.code }, 'the log rejected a change of this desktop');
    dependencies.lose(change, subject, answer.code);
    return null;
  };

  const publishChange = async (change: OwnChange): Promise<LogCode | null> => {
    const facts = buildFacts(dependencies, change);
    if (facts.length === 0) removeOwnChange(store, change);
    againAt.set(change.place, clock.steady() + republishMs);
    for (const fact of facts) {
      const code = await publishFact(change, fact, fact === facts.at(-1));
      if (code !== null) return code;
      await new Promise<void>((resolve) => clock.after(paceMs, resolve));
    }
    return null;
  };

  /** The first change that is due. Changes that were published recently wait for their entries. */
  const findDueChange = (): OwnChange | null => {
    const now = clock.steady();
    for (let after: OwnChange | null = null; ;) {
      const changes = listOwnChanges(store, after, atOnce);
      const due = changes.find(({ place }) => (againAt.get(place) ?? now) <= now);
      if (due !== undefined) return due;
      after = changes.at(-1) ?? null;
      if (after === null || changes.length < atOnce) return null;
    }
  };

  const publishAll = async (): Promise<LogCode | null> => {
    for (;;) {
      const change = isStopped ? null : findDueChange();
      if (change === null) return null;
      const code = await publishChange(change);
      if (code === null) continue;
      againAt.delete(change.place);
      return code;
    }
  };

  const publish = async (): Promise<void> => {
    const code = await publishAll();
    failures = code === null ? 0 : failures + 1;
    if (code !== null)
      return schedule.in('publish', retryBackoff(failures, random.fraction), publish);
    const now = clock.steady();
    for (const [place, at] of againAt) if (at <= now) againAt.delete(place);
    if (countOwnChanges(store) > 0)
      schedulePublish(Math.min(republishMs, ...againAt.values().map((at) => at - now)));
  };

  const schedulePublish = (ms: number): void => {
    const due = schedule.getDueTime('publish');
    if (due === null || due > clock.steady() + ms) schedule.in('publish', ms, publish);
  };

  const endWatch = store.onCommit(() => {
    if (failures === 0 && countOwnChanges(store) > 0) schedulePublish(collectMs);
  });
  schedule.now('publish', publish);
  return {
    stop: () => {
      isStopped = true;
      endWatch();
      schedule.stop();
    },
  };
};
