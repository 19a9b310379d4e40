/** The trades that the professional's businesses work in, in the order in which businesses get them. */
import type { Lead } from '../../records.ts';
import cleaning from './cleaning.json' with { type: 'json' };
import cooling from './cooling.json' with { type: 'json' };
import electrical from './electrical.json' with { type: 'json' };
import handyman from './handyman.json' with { type: 'json' };
import lawn from './lawn.json' with { type: 'json' };
import moving from './moving.json' with { type: 'json' };
import painting from './painting.json' with { type: 'json' };
import plumbing from './plumbing.json' with { type: 'json' };
import { readTrade, type Exchange, type Trade } from './trade.ts';

/** The trade of requests whose category no other trade has. */
const anyTrade = readTrade(handyman);

export const trades: readonly [Trade, ...Trade[]] = [
  readTrade(painting),
  readTrade(plumbing),
  anyTrade,
  readTrade(electrical),
  readTrade(cleaning),
  readTrade(lawn),
  readTrade(cooling),
  readTrade(moving),
];

export const tradeByKey = (key: string): Trade =>
  trades.find((trade) => trade.key === key) ?? anyTrade;

/** The trade that a category's name speaks of, for requests that name their category freely. */
export const tradeForCategory = (category: string): Trade => {
  const words = category.toLowerCase();
  return (
    trades.find((trade) => trade.category.toLowerCase() === words) ??
    trades.find((trade) => words.includes(trade.key)) ??
    anyTrade
  );
};

/** What the professional can ask about a lead, and what the customer answers. */
export const asksOf = ({ trade, job }: Pick<Lead, 'trade' | 'job'>): readonly Exchange[] => {
  const { asks, jobs } = tradeByKey(trade);
  return [...(jobs.find(({ text }) => text === job)?.asks ?? []), ...asks];
};
