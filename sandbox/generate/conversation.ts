/**
 * The conversation of a lead as far as it has come: customer and professional in turn, in the words
 * of the trade. A pure function of the lead and the seed; what is said after the start is not here.
 */
import type { Lead } from '../records.ts';
import { spanishScript } from './conversation-spanish.ts';
import { randomStreet } from './places.ts';
import { randomOf, type Random } from './random.ts';
import type { Script } from './script.ts';
import { asksOf, tradeByKey } from './trades/all.ts';

export type Line = {
  readonly from: 'Customer' | 'Business';
  /** Empty for a photo that the customer sent without a word. */
  readonly text: string;
  readonly hasPhoto: boolean;
  /** Milliseconds UTC. */
  readonly at: number;
};

export type Talk = {
  readonly lead: Lead;
  readonly seed: number;
  readonly number: number;
  /** Mean number of messages. */
  readonly mean: number;
  /** Nothing is said later than this, milliseconds UTC. */
  readonly until: number;
};

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const times = ['8:30', '9:00', '10:00', '11:30', '1:00', '2:30', '4:00'] as const;

/**
 * What the customer and the professional said, oldest first; about four in ten wait for an answer.
 * Some customers send photos.
 */
export const generateConversation = ({ lead, seed, number, mean, until }: Talk): Line[] => {
  const random = randomOf(seed, 'conversation', number);
  const createdAt = Date.parse(lead.negotiation.createdAt);
  const age = until - createdAt;
  const count = howMany(random, mean, age);
  const waiting = age < 600_000 || random.chance(age < 3_600_000 ? 0.7 : 0.4);
  // The script begins with the customer and then goes back and forth; leaving out its first line
  // is a professional who wrote first.
  const customerFirst = (count % 2 === 1) === waiting;
  const script = lead.language === 'es' ? spanishScript(lead, random) : englishScript(lead, random);
  const lines = extend(script, count + 1, random).slice(customerFirst ? 0 : 1);
  const span = Math.min(age * 0.85, random.int(1, 6) * 86_400_000);
  // Answers mostly come soon, and now and then only the next day.
  const steps = Array.from({ length: count }, () => 0.02 + random.next() ** 3);
  const photos = randomOf(seed, 'photos', number);
  const whole = steps.reduce((sum, step) => sum + step, 0.1);
  let gone = 0;
  return lines.slice(0, count).map((text, i) => {
    gone += steps[i] ?? 0;
    const isCustomer = (i % 2 === 0) === customerFirst;
    const luck = isCustomer && i > 0 ? photos.next() : 1;
    return {
      from: isCustomer ? 'Customer' : 'Business',
      text: luck < 0.07 ? '' : broken(text, photos),
      hasPhoto: luck < 0.12,
      at: Math.floor(createdAt + (span * gone) / whole),
    };
  });
};

/** Typed in the marketplace's own app, where a new line is CR LF: some write each sentence on its own. */
const broken = (text: string, random: Random): string =>
  random.chance(0.15) ? text.replace(/(?<=[.!?]) (?=\S)/, '\r\n') : text;

const howMany = (random: Random, mean: number, age: number): number => {
  const wanted = mean * (0.25 + random.next() * 1.5);
  const count = Math.floor(wanted) + (random.chance(wanted % 1) ? 1 : 0);
  if (age < 600_000) return Math.min(count, 1);
  return age < 3_600_000 ? Math.min(count, 2) : count;
};

/** Goes on with small talk about the work until there are `count` lines. */
const extend = (script: Script, count: number, random: Random): readonly string[] => {
  const lines = [...script.lines];
  while (lines.length < count)
    for (const pair of random.shuffle(script.afterwards)) lines.push(...pair);
  return lines;
};

const englishScript = (lead: Lead, random: Random): Script => {
  const trade = tradeByKey(lead.trade);
  const { customer, request, estimate } = lead.negotiation;
  const [question, answer] = random.pick(asksOf(lead));
  const [concern, reassurance] = random.pick(trade.concerns);
  const day = random.pick(days);
  const time = random.pick(times);
  const price = estimate.total ?? '$240.00';
  const street = request.location.address1 ?? randomStreet(random);
  const lines = [
    random.pick([
      `Hi, I just sent you a request. Would you have time for ${trade.work} around ${day}?`,
      'Hello! I liked your reviews. Is this something that you do?',
      'Hi, are you taking new customers at the moment?',
      `Good morning, could you tell me roughly what you charge for something like this?`,
    ]),
    random.pick([
      `Hi ${customer.firstName}, thanks for reaching out! ${question}`,
      `Hello ${customer.firstName}, happy to help. ${question}`,
      `Hi ${customer.firstName}! I work in ${request.location.city} most days. ${question}`,
    ]),
    answer,
    random.pick([
      `Perfect, that helps. It comes to about ${price}, I confirm it when I have seen it.`,
      `Thanks, that is what I needed. I would say ${price} for all of it.`,
      `Got it. My estimate is ${price}. If it turns out to be less work you pay less.`,
    ]),
    concern,
    reassurance,
    random.pick([
      `Sounds good. Could you come on ${day}?`,
      `That works for me. What does your ${day} look like?`,
      `OK, let us do it. Is ${day} possible, or is it too soon?`,
    ]),
    random.pick([
      `${day} is open. Does ${time} work for you?`,
      `I can be there on ${day} at ${time}.`,
      `Yes, ${day}, arriving between ${time} and half an hour later.`,
    ]),
    random.pick([
      `Yes! The address is ${street}, the white door on the left.`,
      `${day} it is. ${street}, and please text when you are close.`,
      `Great. It is ${street}; you can park in the driveway.`,
    ]),
    random.pick([
      `You are on the calendar for ${day} at ${time}. See you then!`,
      'Booked. I will text you when I am on my way.',
      'Thank you, see you then. If anything changes just write here.',
    ]),
    random.pick([
      'Hi, are we still on for today?',
      'Just checking that you are still coming today.',
      'Morning! What time should I expect you?',
    ]),
    random.pick([
      'Yes, leaving in ten minutes.',
      'On my way, about twenty minutes out.',
      'Still on. I am just finishing around the corner from you.',
    ]),
    random.pick([
      'Thank you, it turned out great!',
      'All done, and thanks for being so careful.',
      'Really happy with the result. Thank you!',
    ]),
    random.pick([
      `My pleasure, ${customer.firstName}. If you have a minute, a review would mean a lot.`,
      'Glad to hear that! Call me any time.',
      'Thank you for having us. The invoice is in your inbox.',
    ]),
  ];
  return { lines, afterwards };
};

const afterwards: Script['afterwards'] = [
  [
    'Could you send the invoice again? I cannot find it.',
    'Sent it again just now, please look in the spam folder too.',
  ],
  ['Do you take cards, or is a check better?', 'Both are fine, and bank transfer as well.'],
  [
    'My neighbor saw it and would like a quote. May I pass on your number?',
    'Please do, and thank you! I will treat them well.',
  ],
  [
    'Is there anything I should look out for in the next days?',
    'Not really. If something looks off, send me a photo and I come by.',
  ],
  [
    'We may have more work in the spring. Should I write here?',
    'Yes, right here is best, then I have the history.',
  ],
  [
    'You left a small tool here, a blue one.',
    'I was looking for that! I will pick it up on Friday, thank you.',
  ],
  ['I left you five stars, you earned them.', 'That made my day, thank you so much.'],
  [
    'What was the brand that you used again?',
    'It is on the second page of the invoice, with the exact name.',
  ],
  [
    'Could you come back once more in three months?',
    'Of course, I have put a reminder in for that week.',
  ],
  [
    'Do you have a receipt that I can give my landlord?',
    'I will send one with the address of the property on it.',
  ],
];
