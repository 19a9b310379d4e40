/** Handlers of `search.*`: hits in one conversation, and values of operators. */
import { succeed } from '../../../contract/errors.ts';
import type { Clock } from '../../clock/clock.ts';
import { engineStopping, noSuchLead, type Handlers } from '../platform/command/handler.ts';
import { rowOf } from '../platform/store/ids.ts';
import { runSteps, type Slices } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import { businessesWithCounts } from './businesses.ts';
import { categoriesOf } from './categories.ts';
import { namedPersons, namedRules } from './search-filters.ts';
import { placesIn } from './search-match.ts';
import { planOf } from './search-plan.ts';
import { knownTags } from './tags.ts';

/** Milliseconds after which the search of one conversation ends with the newest hits. */
const placesMs = 2_000;

/** The marketplace's words for status come from the newest leads. */
const maxLeads = 500;

const statusesOf = (store: Store): string[] =>
  store
    .prepare<[number], { status: string }>(
      'search.statuses',
      `SELECT DISTINCT status FROM (SELECT status FROM leads ORDER BY lead DESC LIMIT ?)
       WHERE status <> ''`,
    )
    .all(maxLeads)
    .map(({ status }) => status);

export const searchCommands = (
  store: Store,
  clock: Clock,
  slices: Pick<Slices, 'runAsked'>,
): Handlers<'search.places' | 'search.values'> => ({
  'search.places': async ({ leadID, query }) => {
    const lead = rowOf(leadID);
    if (lead === null) return noSuchLead();
    const plan = planOf(store, query, clock.now());
    if (plan === null) return succeed({ places: [], isWhole: true });
    const end = clock.steady() + placesMs;
    const isTimeUp = (): boolean => clock.steady() >= end;
    const found = await runSteps(slices.runAsked, placesIn(store, lead, plan, isTimeUp));
    return found === undefined
      ? engineStopping()
      : succeed({ places: [...found.places], isWhole: found.isWhole });
  },
  'search.values': () => {
    const businesses = businessesWithCounts(store).map(({ name }) => name);
    return succeed({
      businesses: [...new Set(businesses.filter((name) => name !== ''))],
      categories: categoriesOf(store),
      tags: knownTags(store),
      statuses: statusesOf(store),
      rules: [...new Set(namedRules(store).map(({ name }) => name))],
      people: [...new Set(namedPersons(store).map(({ name }) => name))],
    });
  },
});
