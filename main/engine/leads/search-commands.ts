/** Handlers of `search.*`: hits in one conversation, and values of operators. */
import { succeed } from '../../../contract/errors.ts';
import type { Clock } from '../../clock/clock.ts';
import { failStopping, failNoSuchLead, type Handlers } from '../platform/command/handler.ts';
import { toRow } from '../platform/store/ids.ts';
import { runSteps, type Slices } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import { listBusinesses } from './businesses.ts';
import { listCategories } from './categories.ts';
import { listPersons, listNamedRules } from './search-filters.ts';
import { findHits } from './search-match.ts';
import { planSearch } from './search-plan.ts';
import { startTimer } from './timer.ts';
import { listTags } from './tags.ts';

/** Milliseconds after which the search of one conversation ends with the newest hits. */
const placesMs = 2_000;

/** The marketplace's words for status come from the newest leads. */
const maxLeads = 500;

const listStatuses = (store: Store): string[] =>
  store
    .prepare<[number], { status: string }>(
      `SELECT DISTINCT status FROM (SELECT status FROM leads ORDER BY lead DESC LIMIT ?)
       WHERE status <> ''`,
    )
    .all(maxLeads)
    .map(({ status }) => status);

export const createSearchCommands = (
  store: Store,
  clock: Clock,
  slices: Pick<Slices, 'runAsked'>,
): Handlers<'search.places' | 'search.values'> => ({
  'search.places': async ({ leadID, query }) => {
    const lead = toRow(leadID);
    if (lead === null) return failNoSuchLead();
    const plan = planSearch(store, query, clock.now());
    if (plan === null) return succeed({ places: [], isWhole: true });
    const found = await runSteps(
      slices.runAsked,
      findHits(store, lead, plan, startTimer(clock, placesMs)),
    );
    return found === undefined
      ? failStopping()
      : succeed({ places: [...found.places], isWhole: found.isWhole });
  },
  'search.values': () => {
    const businesses = listBusinesses(store).map(({ name }) => name);
    return succeed({
      businesses: [...new Set(businesses.filter((name) => name !== ''))],
      categories: listCategories(store),
      tags: listTags(store),
      statuses: listStatuses(store),
      rules: [...new Set(listNamedRules(store).map(({ name }) => name))],
      people: [...new Set(listPersons(store).map(({ name }) => name))],
    });
  },
});
