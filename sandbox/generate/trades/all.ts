/** The trades that the professional's businesses work in, in the order in which businesses get them. */
import type { Lead } from '../../records.ts';
import { cleaning } from './cleaning.ts';
import { cooling } from './cooling.ts';
import { electrical } from './electrical.ts';
import { handyman } from './handyman.ts';
import { lawn } from './lawn.ts';
import { moving } from './moving.ts';
import { painting } from './painting.ts';
import { plumbing } from './plumbing.ts';
import type { Exchange, Trade } from './trade.ts';

export const trades: readonly [Trade, ...Trade[]] = [
  painting,
  plumbing,
  handyman,
  electrical,
  cleaning,
  lawn,
  cooling,
  moving,
];

export const tradeByKey = (key: string): Trade =>
  trades.find((trade) => trade.key === key) ?? handyman;

/** The trade that a category's name speaks of, for requests that name their category freely. */
export const tradeForCategory = (category: string): Trade => {
  const words = category.toLowerCase();
  return (
    trades.find((trade) => trade.category.toLowerCase() === words) ??
    trades.find((trade) => words.includes(trade.key)) ??
    handyman
  );
};

/** What the professional can ask about a lead, and what the customer answers. */
export const asksOf = ({ trade, job }: Pick<Lead, 'trade' | 'job'>): readonly Exchange[] => {
  const { asks, jobs } = tradeByKey(trade);
  return [...(jobs.find(({ text }) => text === job)?.asks ?? []), ...asks];
};
