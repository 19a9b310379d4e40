/**
 * All categories of the marketplace: the trades of the professional's own businesses and the rest of
 * the house. Only lists; which category a query means is decided elsewhere.
 */
import type { Estimate } from '../../records.ts';
import { trades } from '../trades/all.ts';
import type { Category } from './category.ts';
import { indoors } from './indoors.ts';
import { outdoors } from './outdoors.ts';

const quoteUnits: Readonly<Record<Estimate['type'], string>> = {
  Fixed: 'starting price',
  PerUnit: 'per unit',
  OnSite: 'on-site estimate',
  Hourly: 'per hour',
  MoreInfo: 'contact for price',
};

const tradeWords: Readonly<Record<string, readonly string[]>> = {
  painting: ['house painter', 'interior painter', 'wall painting', 'pintor de casas'],
  plumbing: ['plumber', 'leaky faucet', 'pipe leak repair', 'clogged drain', 'plomero'],
  handyman: ['handyman', 'furniture repair', 'door repair', 'shelf installation'],
  electrical: ['electrician', 'outlet repair', 'rewiring', 'ceiling fan wiring', 'electricista'],
  cleaning: ['house cleaner', 'maid service', 'deep cleaning', 'limpieza de casa'],
  lawn: ['lawn mowing', 'lawn care', 'yard work', 'grass cutting', 'jardinero'],
  cooling: ['ac repair', 'air conditioning', 'hvac repair', 'aire acondicionado'],
  moving: ['movers', 'moving company', 'apartment movers', 'mudanza'],
};

const ofTrades: readonly Category[] = trades.map(
  ({ key, category, work, companies, estimate }) => ({
    name: category,
    work,
    words: tradeWords[key] ?? [],
    companies,
    quote: {
      dollars: estimate.dollars,
      unit: estimate.unitName ? `per ${estimate.unitName}` : quoteUnits[estimate.type],
    },
  }),
);

export const categories: readonly Category[] = [
  ...ofTrades,
  ...[...indoors, ...outdoors].map(([name, work, words, companies, dollars, unit]): Category => ({
    name,
    work,
    words,
    companies,
    quote: { dollars, unit },
  })),
];
