/** All categories of the marketplace: the trades of the professional's own businesses and the others. */
import type { Estimate } from '../records.ts';
import { trades } from './trades/trades.ts';
import { otherCategories } from './words.ts';

export type Category = {
  readonly name: string;
  /** A customer's words for the work: "the gutters". */
  readonly work: string;
  /** Search terms, the most usual first. */
  readonly searches: readonly string[];
  /** Endings of company names. */
  readonly companies: readonly string[];
  /** Range of starting prices in whole dollars, and their unit. */
  readonly quote: { readonly dollars: readonly [number, number]; readonly unit: string };
};

const quoteUnits: Readonly<Record<Estimate['type'], string>> = {
  Fixed: 'starting price',
  PerUnit: 'per unit',
  OnSite: 'on-site estimate',
  Hourly: 'per hour',
  MoreInfo: 'contact for price',
};

export const categories: readonly Category[] = [
  ...trades.map(({ category, estimate: { dollars, unitName, type }, ...trade }) => ({
    ...trade,
    name: category,
    quote: { dollars, unit: unitName ? `per ${unitName}` : quoteUnits[type] },
  })),
  ...otherCategories.map(({ dollars, unit, ...category }) => ({
    ...category,
    quote: { dollars, unit },
  })),
];
