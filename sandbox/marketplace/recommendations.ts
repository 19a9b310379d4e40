/** Recommendations for a household: popular categories near it, and the home care checklist. */
import { categories, type Category } from '../generate/categories.ts';
import { createRandom } from '../generate/random.ts';
import { countRivals } from '../generate/rival.ts';
import { trades } from '../generate/trades/trades.ts';
import { homeCareTasks, type HomeCareTask } from '../generate/words.ts';
import type { World } from '../world.ts';
import { findNearestArea } from '../generate/places.ts';

export type Recommendation = {
  readonly category: Category;
  /** Number of professionals near the zip code. */
  readonly activeServices: number;
};

/** Categories with about twice as many professionals as the others. */
const everyday = new Set(trades.map(({ category }) => category));

/** Lists all categories, the one with the most professionals near the zip code first. */
export const listPopularCategories = (world: World, zipCode: string): readonly Recommendation[] => {
  const area = findNearestArea(zipCode);
  // Professionals serve several zip codes, so there are more near a zip code than in a city.
  const near = createRandom(world.options.seed, 'density', area.city).int(7, 19);
  return categories
    .map((category) => {
      const factor = everyday.has(category.name) ? 2 : 1;
      return {
        category,
        activeServices: near * factor * countRivals(world.options.seed, category, area),
      };
    })
    .sort((a, b) => b.activeServices - a.activeServices);
};

/** Property types without outdoor maintenance. */
const apartment = /apartment|condo|flat|loft|unit/i;

/** Lists the home care tasks; `propertyType` is free text. */
export const listHomeCare = (
  world: World,
  zipCode: string,
  propertyType: string | undefined,
): readonly (Recommendation & { readonly task: HomeCareTask })[] => {
  const popular = listPopularCategories(world, zipCode);
  const isApartment = propertyType !== undefined && apartment.test(propertyType);
  return homeCareTasks
    .filter(({ outdoors }) => !(isApartment && outdoors))
    .flatMap((task) =>
      popular
        .filter(({ category }) => category.name === task.category)
        .map((recommendation) => ({ ...recommendation, task })),
    );
};
