/** The trades of the professional's businesses, in the order in which the businesses get them. */
import type { Lead } from '../../records.ts';
import cleaning from './cleaning.json' with { type: 'json' };
import cooling from './cooling.json' with { type: 'json' };
import electrical from './electrical.json' with { type: 'json' };
import handyman from './handyman.json' with { type: 'json' };
import lawn from './lawn.json' with { type: 'json' };
import moving from './moving.json' with { type: 'json' };
import painting from './painting.json' with { type: 'json' };
import plumbing from './plumbing.json' with { type: 'json' };
import type { Exchange } from '../words.ts';
import { parseTrade, type Trade } from './trade.ts';

/** The trade of requests whose category belongs to no other trade. */
const defaultTrade = parseTrade(handyman);

export const trades: readonly [Trade, ...Trade[]] = [
  parseTrade(painting),
  parseTrade(plumbing),
  defaultTrade,
  parseTrade(electrical),
  parseTrade(cleaning),
  parseTrade(lawn),
  parseTrade(cooling),
  parseTrade(moving),
];

/** Returns the trade of a key, or the default trade. */
export const getTrade = (key: string): Trade =>
  trades.find((trade) => trade.key === key) ?? defaultTrade;

/** Returns the trade that best matches a category's name, which may be free text. */
export const chooseTrade = (category: string): Trade => {
  const name = category.toLowerCase();
  return (
    trades.find((trade) => trade.category.toLowerCase() === name) ??
    trades.find((trade) => name.includes(trade.key)) ??
    defaultTrade
  );
};

/** Lists questions of the professional about a lead, with the customer's answers. */
export const listQuestions = ({ trade, job }: Pick<Lead, 'trade' | 'job'>): readonly Exchange[] => {
  const { asks, jobs } = getTrade(trade);
  return [...(jobs.find(({ text }) => text === job)?.asks ?? []), ...asks];
};
