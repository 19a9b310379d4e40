/** Generates the conversation of a seeded lead. Must stay a pure function, because the messages are not stored. */
import type { Lead } from '../records.ts';
import { generateStreet } from './places.ts';
import { createRandom, type Random } from './random.ts';
import { listQuestions, getTrade } from './trades/trades.ts';
import { conversations, fill, type Exchange } from './words.ts';

export type Writing = { readonly text: string; readonly hasPhoto: boolean };

export type Line = Writing & {
  readonly from: 'Customer' | 'Business';
  /** Milliseconds UTC. */
  readonly at: number;
};

type ConversationOrigin = {
  readonly lead: Lead;
  readonly seed: number;
  readonly number: number;
  readonly mean: number;
  /** Latest time of a message, milliseconds UTC. */
  readonly until: number;
};

/** Generates the messages, oldest first. In about four of ten conversations the customer waits for a reply. */
export const generateConversation = ({
  lead,
  seed,
  number,
  mean,
  until,
}: ConversationOrigin): Line[] => {
  const random = createRandom(seed, 'conversation', number);
  const createdAt = Date.parse(lead.negotiation.createdAt);
  const age = until - createdAt;
  const count = pickCount(random, mean, age);
  const isWaiting = age < 600_000 || random.chance(age < 3_600_000 ? 0.7 : 0.4);
  // The script starts with the customer. Without its first line, the professional writes first.
  const customerFirst = (count % 2 === 1) === isWaiting;
  const script = extend(writeScript(lead, random), count + 1, lead.language, random);
  const lines = script.slice(customerFirst ? 0 : 1);
  const span = Math.min(age * 0.85, random.int(1, 6) * 86_400_000);
  // Most replies come soon, a few on the next day.
  const steps = Array.from({ length: count }, () => 0.02 + random.next() ** 3);
  const photos = createRandom(seed, 'photos', number);
  const total = steps.reduce((sum, step) => sum + step, 0.1);
  let elapsed = 0;
  return lines.slice(0, count).map(({ text, hasPhoto }, i) => {
    elapsed += steps[i] ?? 0;
    const isCustomer = (i % 2 === 0) === customerFirst;
    const luck = isCustomer ? photos.next() : 1;
    return {
      from: isCustomer ? 'Customer' : 'Business',
      text: hasPhoto && luck < 0.3 ? '' : breakLines(text, photos),
      hasPhoto: hasPhoto || (i === 0 && luck < 0.2),
      at: Math.floor(createdAt + (span * elapsed) / total),
    };
  });
};

/** Sometimes puts the second sentence on a new line, as CR LF like the marketplace's app. */
const breakLines = (text: string, random: Random): string =>
  random.chance(0.15) ? text.replace(/(?<=[.!?]) (?=\S)/, '\r\n') : text;

const pickCount = (random: Random, mean: number, age: number): number => {
  const average = mean * (0.25 + random.next() * 1.5);
  const count = Math.floor(average) + (random.chance(average % 1) ? 1 : 0);
  if (age < 600_000) return Math.min(count, 1);
  return age < 3_600_000 ? Math.min(count, 2) : count;
};

/** Appends follow-ups in random order until there are `count` lines. */
const extend = (
  script: readonly Writing[],
  count: number,
  language: Lead['language'],
  random: Random,
): readonly Writing[] => {
  const lines = [...script];
  while (lines.length < count)
    for (const pair of random.shuffle(conversations[language].followUps))
      lines.push(...pair.map((text) => ({ text, hasPhoto: false })));
  return lines;
};

/** Writes the lines of a complete job, from the customer's first message to the review. */
const writeScript = (lead: Lead, random: Random): readonly Writing[] => {
  const { language } = lead;
  const trade = getTrade(lead.trade);
  const words = conversations[language];
  const { customer, request, estimate } = lead.negotiation;
  const asked = random.pick(words.asks ?? listQuestions(lead));
  const concern = random.pick(words.concerns ?? trade.concerns);
  const values = {
    day: random.pick(words.days),
    time: random.pick(words.times),
    price: (estimate.total ?? '$240').replace(/\.00$/, ''),
    street: request.location.address1 ?? generateStreet(random),
    city: request.location.city,
    name: customer.firstName,
    work: language === 'es' ? trade.spanishWork : trade.work,
    question: asked.question,
    answer: asked.answer,
    concern: concern.question,
    reassurance: concern.answer,
  };
  return words.lines.map((line) => ({
    text: fill(typeof line === 'string' ? line : random.pick(line), values),
    hasPhoto: line === '{answer}' && asked.hasPhoto === true,
  }));
};

export const toWriting = ({ answer, hasPhoto = false }: Exchange): Writing => ({
  text: answer,
  hasPhoto,
});
