/**
 * Searches for professionals. A query names the work; a filtered query can add conditions in plain
 * words ("top rated plumber under $100 who speaks Spanish").
 */
import type { Category } from '../generate/categories.ts';
import type { Place } from '../generate/words.ts';
import type { World } from '../world.ts';
import { findNearestArea } from '../generate/places.ts';
import { findCategories } from './categories.ts';
import { listProfessionals, type Professional } from './professionals.ts';

export type SearchResult = {
  /** Missing for a query that matches nothing. */
  readonly category?: Category;
  readonly area: Place;
  readonly professionals: readonly Professional[];
  /** The conditions of a filtered query. */
  readonly filters?: readonly string[];
};

/** Finds professionals for the work in the query near the zip code, the best first. */
export const searchProfessionals = (world: World, query: string, zipCode: string): SearchResult => {
  const area = findNearestArea(zipCode);
  const [category] = findCategories(query);
  return category
    ? { category, area, professionals: listProfessionals(world, category, area) }
    : { area, professionals: [] };
};

type Filter = {
  readonly name: string;
  readonly isMatch: (professional: Professional) => boolean;
};

const parseFilters = (userQuery: string): readonly Filter[] => {
  const text = userQuery.toLowerCase();
  const filters: Filter[] = [];
  const dollars = /(?:under|below|less than|menos de|<)\s*\$?\s*(\d[\d,]*)/.exec(text)?.[1];
  if (dollars) {
    const limit = Number(dollars.replaceAll(',', ''));
    filters.push({ name: `startingCost < ${limit}`, isMatch: (it) => it.dollars < limit });
  }
  const stars = /(\d(?:\.\d)?)\s*\+?\s*(?:-\s*)?(?:stars?|estrellas?)/.exec(text)?.[1];
  if (stars)
    filters.push({ name: `rating >= ${stars}`, isMatch: (it) => it.rating >= Number(stars) });
  if (/\btop[ -]pros?\b/.test(text))
    filters.push({ name: 'isTopPro', isMatch: (it) => it.isTopPro });
  else if (/\b(top|best|highly)[ -]rated\b/.test(text))
    filters.push({ name: 'rating >= 4.5', isMatch: (it) => it.rating >= 4.5 });
  if (/spanish|español|espanol/.test(text))
    filters.push({ name: 'speaksSpanish', isMatch: (it) => it.speaksSpanish });
  return filters;
};

/** Like findProfessionals, with the conditions in the query. */
export const searchFiltered = (world: World, userQuery: string, zipCode: string): SearchResult => {
  const filters = parseFilters(userQuery);
  const found = searchProfessionals(world, userQuery, zipCode);
  return {
    ...found,
    professionals: found.professionals.filter((it) => filters.every(({ isMatch }) => isMatch(it))),
    filters: filters.map(({ name }) => name),
  };
};
