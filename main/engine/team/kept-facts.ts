/** Facts that arrived before their leads. Each is applied once its lead is here. */
import { z } from 'zod';
import { parseFact, type Fact } from '../../../contract/team/facts.ts';
import { hashedKey } from '../../../contract/team/subjects.ts';
import type { Steps } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import type { LeadKeys, LeadRef } from './lead-keys.ts';

const leadRef = z.object({ account: hashedKey, negotiation: z.string().min(1) });

/** The lead that a fact is about; null for a fact of the team or a person. */
export const parseLeadRef = (fact: Fact): LeadRef | null =>
  leadRef.safeParse(fact.body).data ?? null;

/** @param apply applies a fact inside a transaction */
export const createKeptFacts = (
  store: Store,
  keys: LeadKeys,
  apply: (subject: string, fact: Fact) => void,
) => {
  const applyLeadFacts = (lead: number): void => {
    const ref = keys.findRef(lead);
    if (ref === null) return;
    const kept = ['fact', 'reply'].flatMap((of) => {
      const from = `${of}.${keys.deriveToken(ref)}.`;
      return store
        .prepare<[string, string], { subject: string; fact: string }>(
          `SELECT subject, fact FROM team_facts
           WHERE subject > ? AND subject < ? AND lead IS NULL AND fact IS NOT NULL`,
        )
        .all(from, `${from}~`);
    });
    if (kept.length === 0) return;
    store.writeRepeatable(() => {
      for (const { subject, fact: text } of kept) {
        const fact = parseFact(text);
        if (fact !== null) apply(subject, fact);
      }
    });
  };

  /** Applies all kept facts of leads that are here. */
  function* applyAll(): Steps<void> {
    for (let after = ''; ;) {
      const kept = store
        .prepare<[string], { subject: string; fact: string }>(
          `SELECT subject, fact FROM team_facts WHERE subject > ? AND lead IS NULL AND fact IS NOT NULL
           AND (subject LIKE 'fact.%' OR subject LIKE 'reply.%') ORDER BY subject LIMIT 50`,
        )
        .all(after);
      const leads = kept.flatMap(({ fact }) => {
        const parsed = parseFact(fact);
        const ref = parsed && parseLeadRef(parsed);
        return (ref && keys.findLead(ref)) ?? [];
      });
      for (const lead of new Set(leads)) applyLeadFacts(lead);
      const last = kept.at(-1);
      if (last === undefined) return;
      after = last.subject;
      yield;
    }
  }

  return { applyLeadFacts, applyAll };
};
