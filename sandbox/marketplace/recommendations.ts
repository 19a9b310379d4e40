/** What the marketplace proposes to a household: the categories popular near it, and what a house needs. */
import { categories, type Category } from '../generate/categories.ts';
import { randomOf } from '../generate/random.ts';
import { rivalCount } from '../generate/rival.ts';
import { trades } from '../generate/trades/trades.ts';
import { homeCareTasks, type HomeCareTask } from '../generate/words.ts';
import type { World } from '../world.ts';
import { areaOf } from './areas.ts';

export type Recommendation = {
  readonly category: Category;
  /** How many professionals offer it near the zip code. */
  readonly activeServices: number;
};

/** What every house needs now and then has about twice as many professionals as the rest. */
const everyday = new Set(trades.map(({ category }) => category));

/** Every category, the one with the most professionals near the zip code first. */
export const popularCategories = (world: World, zipCode: string): readonly Recommendation[] => {
  const area = areaOf(zipCode);
  // Professionals work in several zip codes, so there are more of them near one than in one city.
  const near = randomOf(world.options.seed, 'density', area.city).int(7, 19);
  return categories
    .map((category) => {
      const many = everyday.has(category.name) ? 2 : 1;
      return {
        category,
        activeServices: near * many * rivalCount(world.options.seed, category, area),
      };
    })
    .sort((a, b) => b.activeServices - a.activeServices);
};

/** Names of properties that have no outside of their own to look after. */
const flat = /apartment|condo|flat|loft|unit/i;

/** The home care checklist; `propertyType` is free text, the documents give no list of it. */
export const homeCareFor = (
  world: World,
  zipCode: string,
  propertyType: string | undefined,
): readonly (Recommendation & { readonly task: HomeCareTask })[] => {
  const popular = popularCategories(world, zipCode);
  const inside = propertyType !== undefined && flat.test(propertyType);
  return homeCareTasks
    .filter(({ outdoors }) => !(inside && outdoors))
    .flatMap((task) =>
      popular
        .filter(({ category }) => category.name === task.category)
        .map((recommendation) => ({ ...recommendation, task })),
    );
};
