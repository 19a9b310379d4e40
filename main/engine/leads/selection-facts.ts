/** Summary of selected leads, added up in chunks. */
import { compareNames } from '../../../contract/compare-names.ts';
import type { CommandOutput } from '../../../contract/commands.ts';
import { mapFlags, shownFlagNames, type ShownFlagName } from '../../../contract/flags.ts';
import type { Store } from '../platform/store/store.ts';
import { readStoredTexts } from '../platform/store/stored.ts';

export type Facts = NonNullable<CommandOutput<'selection.report'>['facts']>;

type Row = Readonly<Record<ShownFlagName, number>> & {
  readonly unread: number;
  readonly snoozedUntil: number | null;
  readonly waitingSince: number | null;
  readonly tags: string | null;
  readonly category: string;
  readonly business: string | null;
};

const flagColumns = shownFlagNames.map((name) => `i.${name} = 1 AS ${name}`).join(', ');

const maxNames = 100;

const add = (counts: Map<string, number>, name: string): void => {
  if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
};

const sortCounts = (counts: ReadonlyMap<string, number>): Facts['tags'] =>
  [...counts]
    .map(([name, leads]) => ({ name, leads }))
    .toSorted((one, other) => other.leads - one.leads || compareNames(one.name, other.name))
    .slice(0, maxNames);

export const createFacts = (store: Store) => {
  const sums = { unread: 0, snoozed: 0, ...mapFlags(() => 0) };
  const names = {
    businesses: new Map<string, number>(),
    categories: new Map<string, number>(),
    tags: new Map<string, number>(),
  };
  let waitingSince: number | null = null;

  return {
    add: (leads: readonly number[]): void => {
      const rows = store
        .prepare<[string], Row>(
          `SELECT i.unread, ${flagColumns}, i.snoozedUntil, i.waiting_since AS waitingSince, i.tags, l.category, b.name AS business
           FROM inbox i JOIN leads l ON l.lead = i.lead
           LEFT JOIN businesses b ON b.account_id = l.account_id AND b.business_id = l.business_id
           WHERE i.lead IN (SELECT value FROM json_each(?))`,
        )
        .all(JSON.stringify(leads));
      for (const row of rows) {
        sums.unread += row.unread;
        for (const name of shownFlagNames) sums[name] += row[name];
        if (row.snoozedUntil !== null) sums.snoozed += 1;
        if (row.waitingSince !== null)
          waitingSince = Math.min(waitingSince ?? row.waitingSince, row.waitingSince);
        add(names.businesses, row.business ?? '');
        add(names.categories, row.category);
        for (const tag of readStoredTexts(row.tags)) add(names.tags, tag);
      }
    },
    now: (): Facts => ({
      ...sums,
      waitingSince,
      businesses: sortCounts(names.businesses),
      categories: sortCounts(names.categories),
      tags: sortCounts(names.tags),
    }),
  };
};
