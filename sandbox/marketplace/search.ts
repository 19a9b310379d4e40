/**
 * Searches for professionals. A query names the work; a filtered query can add conditions in plain
 * words ("top rated plumber under $100 who speaks Spanish").
 */
import type { Category } from '../generate/categories.ts';
import type { Place } from '../generate/words.ts';
import type { World } from '../world.ts';
import { areaOf } from '../generate/places.ts';
import { bestCategories } from './categories.ts';
import { professionalsIn, type Professional } from './professionals.ts';

export type SearchResult = {
  /** Missing for a query that matches nothing. */
  readonly category?: Category;
  readonly area: Place;
  readonly professionals: readonly Professional[];
  /** The conditions of a filtered query. */
  readonly filters?: readonly string[];
};

/** Finds professionals for the work in the query near the zip code, the best first. */
export const findProfessionals = (world: World, query: string, zipCode: string): SearchResult => {
  const area = areaOf(zipCode);
  const [category] = bestCategories(query);
  return category
    ? { category, area, professionals: professionalsIn(world, category, area) }
    : { area, professionals: [] };
};

type Filter = {
  readonly name: string;
  readonly fits: (professional: Professional) => boolean;
};

const parseFilters = (userQuery: string): readonly Filter[] => {
  const text = userQuery.toLowerCase();
  const filters: Filter[] = [];
  const dollars = /(?:under|below|less than|menos de|<)\s*\$?\s*(\d[\d,]*)/.exec(text)?.[1];
  if (dollars) {
    const most = Number(dollars.replaceAll(',', ''));
    filters.push({ name: `startingCost < ${most}`, fits: (it) => it.dollars < most });
  }
  const stars = /(\d(?:\.\d)?)\s*\+?\s*(?:-\s*)?(?:stars?|estrellas?)/.exec(text)?.[1];
  if (stars) filters.push({ name: `rating >= ${stars}`, fits: (it) => it.rating >= Number(stars) });
  if (/\btop[ -]pros?\b/.test(text)) filters.push({ name: 'isTopPro', fits: (it) => it.isTopPro });
  else if (/\b(top|best|highly)[ -]rated\b/.test(text))
    filters.push({ name: 'rating >= 4.5', fits: (it) => it.rating >= 4.5 });
  if (/spanish|español|espanol/.test(text))
    filters.push({ name: 'speaksSpanish', fits: (it) => it.speaksSpanish });
  return filters;
};

/** Like findProfessionals, with the conditions in the query. */
export const findFiltered = (world: World, userQuery: string, zipCode: string): SearchResult => {
  const filters = parseFilters(userQuery);
  const found = findProfessionals(world, userQuery, zipCode);
  return {
    ...found,
    professionals: found.professionals.filter((it) => filters.every(({ fits }) => fits(it))),
    filters: filters.map(({ name }) => name),
  };
};
