/** Writes a customer's answers and reminders. */
import type { Lead } from '../records.ts';
import { toWriting, type Writing } from './conversation.ts';
import type { Random } from './random.ts';
import { listQuestions, getTrade } from './trades/trades.ts';
import { conversations, fill, type Topic } from './words.ts';

const topics: readonly (readonly [Topic, RegExp])[] = [
  // Only an amount counts, because the reactions thank for a quote.
  ['price', /\$\s?\d|\b\d[\d.,]*\s?(dollars|bucks|d[oó]lares)\b/i],
  [
    'time',
    /\b(mon|tues|wednes|thurs|fri|satur|sun)day\b|\btomorrow\b|\btoday\b|\d\s?(am|pm)\b|\d:\d\d|\b(lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|mañana|hoy)\b/i,
  ],
  ['question', /\?/],
];

/** Writes the customer's answer to the professional's message, by its topic: price, time or question. */
export const generateAnswer = (text: string, lead: Lead, random: Random): Writing => {
  const topic = topics.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
  const knownAnswer = lead.language === 'en' && topic === 'question' && findAnswer(text, lead);
  if (knownAnswer) return knownAnswer;
  return { text: random.pick(conversations[lead.language].reactions[topic]), hasPhoto: false };
};

/** Finds the answer to the known question that shares the most words with `text`, at least two. */
const findAnswer = (text: string, lead: Lead): Writing | undefined => {
  const written = extractKeywords(text);
  const matches = listQuestions(lead).map((exchange) => ({
    exchange,
    common: [...extractKeywords(exchange.question)].filter((word) => written.has(word)).length,
  }));
  const [best] = matches.sort((a, b) => b.common - a.common);
  return best && best.common >= 2 ? toWriting(best.exchange) : undefined;
};

const extractKeywords = (text: string) => new Set(text.toLowerCase().match(/[a-z]{4,}/g));

/** Writes the next message of a customer who waits for a reply; null if `written` has them all. */
export const generateReminder = (
  lead: Lead,
  random: Random,
  written: readonly string[],
): string | null => {
  const trade = getTrade(lead.trade);
  const words = conversations[lead.language];
  const concern = random.pick(words.concerns ?? trade.concerns).question;
  const reminders = words.reminders
    .map((text) => fill(text, { work: trade.work, concern }))
    .filter((text) => !written.includes(text));
  return reminders.length === 0 ? null : random.pick(reminders);
};
