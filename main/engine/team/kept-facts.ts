/** Facts about leads that were not here when they came: each is applied once its lead is. */
import { z } from 'zod';
import { readFact, type Fact } from '../../../contract/team/facts.ts';
import { hashedKey } from '../../../contract/team/subjects.ts';
import type { Steps } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import type { LeadKeys, LeadPlace } from './lead-keys.ts';

const place = z.object({ account: hashedKey, negotiation: z.string().min(1) });

/** The lead that a fact is about; null for a fact of the team or a person. */
export const placeIn = (fact: Fact): LeadPlace | null => place.safeParse(fact.body).data ?? null;

export type KeptFacts = {
  /** Applies the kept facts of one lead. */
  readonly applyOf: (lead: number) => void;
  /** Applies all kept facts of leads that are here. */
  readonly applyAll: () => Steps<void>;
};

/** @param apply applies a fact inside a transaction */
export const createKeptFacts = (
  store: Store,
  keys: LeadKeys,
  apply: (subject: string, fact: Fact) => void,
): KeptFacts => {
  const applyOf = (lead: number): void => {
    const at = keys.placeOf(lead);
    if (at === null) return;
    const kept = ['fact', 'reply'].flatMap((of) => {
      const from = `${of}.${keys.tokenOf(at)}.`;
      return store
        .prepare<[string, string], { subject: string; fact: string }>(
          'team.kept',
          `SELECT subject, fact FROM team_facts
           WHERE subject > ? AND subject < ? AND lead IS NULL AND fact IS NOT NULL`,
        )
        .all(from, `${from}~`);
    });
    if (kept.length === 0) return;
    store.writeAgain(() => {
      for (const { subject, fact: text } of kept) {
        const fact = readFact(text);
        if (fact !== null) apply(subject, fact);
      }
    });
  };

  function* applyAll(): Steps<void> {
    for (let after = ''; ;) {
      const kept = store
        .prepare<[string], { subject: string; fact: string }>(
          'team.allKept',
          `SELECT subject, fact FROM team_facts WHERE subject > ? AND lead IS NULL AND fact IS NOT NULL
           AND (subject LIKE 'fact.%' OR subject LIKE 'reply.%') ORDER BY subject LIMIT 50`,
        )
        .all(after);
      const leads = kept.flatMap(({ fact }) => {
        const read = readFact(fact);
        const at = read && placeIn(read);
        return (at && keys.leadOf(at)) ?? [];
      });
      for (const lead of new Set(leads)) applyOf(lead);
      const last = kept.at(-1);
      if (last === undefined) return;
      after = last.subject;
      yield;
    }
  }

  return { applyOf, applyAll };
};
