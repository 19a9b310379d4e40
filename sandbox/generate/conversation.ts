/**
 * The conversation of a lead as far as it has come: customer and professional in turn, in the words
 * of the trade. A pure function of the lead and the seed; what is said after the start is not here.
 */
import type { Lead } from '../records.ts';
import { spanishScript } from './conversation-spanish.ts';
import { randomStreet } from './places.ts';
import { randomOf, type Random } from './random.ts';
import { lineWith, type Script } from './script.ts';
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
  return lines.slice(0, count).map((line, i) => {
    gone += steps[i] ?? 0;
    const isCustomer = (i % 2 === 0) === customerFirst;
    const { text, hasPhoto } = typeof line === 'string' ? { text: line, hasPhoto: false } : line;
    const luck = isCustomer ? photos.next() : 1;
    return {
      from: isCustomer ? 'Customer' : 'Business',
      text: hasPhoto && luck < 0.3 ? '' : broken(text, photos),
      hasPhoto: hasPhoto || (i === 0 && luck < 0.2),
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
const extend = (script: Script, count: number, random: Random): Script['lines'] => {
  const lines = [...script.lines];
  while (lines.length < count)
    for (const pair of random.shuffle(script.afterwards)) lines.push(...pair);
  return lines;
};

const englishScript = (lead: Lead, random: Random): Script => {
  const trade = tradeByKey(lead.trade);
  const { customer, request, estimate } = lead.negotiation;
  const asked = random.pick(asksOf(lead));
  const concern = random.pick(trade.concerns);
  const day = random.pick(days);
  const time = random.pick(times);
  const price = (estimate.total ?? '$240').replace(/\.00$/, '');
  const street = request.location.address1 ?? randomStreet(random);
  const lines = [
    random.pick([
      `Hi, I just sent you a request. Do you have time for ${trade.work} around ${day}?`,
      'Hi! Your reviews look great. Is this something you do?',
      'Hi, are you taking on new customers right now?',
      'Hey, can you give me a ballpark for something like this?',
    ]),
    random.pick([
      `Hi ${customer.firstName}, thanks for reaching out! ${asked.question}`,
      `Hi ${customer.firstName}, happy to help. ${asked.question}`,
      `Hey ${customer.firstName}! I'm in ${request.location.city} most days. ${asked.question}`,
    ]),
    lineWith(asked),
    random.pick([
      `Perfect, that helps. I'm thinking around ${price}, and I'll confirm once I see it.`,
      `Thanks, that's what I needed. I'd say ${price} for all of it.`,
      `Got it. My estimate is ${price}. If it's less work than I think, you pay less.`,
    ]),
    concern.question,
    concern.answer,
    random.pick([
      `Sounds good. Could you do ${day}?`,
      `Works for me. How's your ${day} looking?`,
      `OK, let's do it. Is ${day} too soon?`,
    ]),
    random.pick([
      `${day}'s open. Does ${time} work for you?`,
      `I can be there ${day} at ${time}.`,
      `${day} works. I can get there between ${time} and half an hour after.`,
    ]),
    random.pick([
      `Yes! It's ${street}, white door on the left.`,
      `${day} it is. ${street}. Text me when you're close please.`,
      `Great. We're at ${street}, you can park in the driveway.`,
    ]),
    random.pick([
      `You're on the calendar for ${day} at ${time}. See you then!`,
      "You're all set. I'll text you when I'm on my way.",
      'Great, see you then. If anything changes, just message me here.',
    ]),
    random.pick([
      'Hi, are we still on for today?',
      "Just checking, you're still coming today right?",
      'Morning! About what time should I expect you?',
    ]),
    random.pick([
      'Yep, leaving in ten minutes.',
      "On my way, I'm about twenty minutes out.",
      "Still on! I'm just wrapping up around the corner from you.",
    ]),
    random.pick([
      'Thank you, it turned out great!',
      'It looks amazing. Thanks for being so careful with everything!',
      'Really happy with how it came out. Thanks again!',
    ]),
    random.pick([
      `My pleasure, ${customer.firstName}. If you have a minute, a review would mean a lot.`,
      'Glad to hear it! Reach out any time.',
      'Thanks for having us! The invoice is in your email.',
    ]),
  ];
  return { lines, afterwards };
};

const afterwards: Script['afterwards'] = [
  [
    "Could you resend the invoice? I can't find it.",
    "Just resent it. If you don't see it, check your spam folder.",
  ],
  ['Do you take cards, or is a check better?', 'Either works. Zelle too.'],
  [
    'My neighbor saw your work and wants a quote. OK if I give her your number?',
    "Please do, and thank you! I'll take good care of her.",
  ],
  [
    'Anything I should keep an eye on the next few days?',
    "Not really. If something looks off, send me a photo and I'll come by.",
  ],
  [
    'We might have more work for you in the spring. Should I just message you here?',
    "Yes please, that way it's all in one place.",
  ],
  [
    'I think you left something here, a little blue tape measure?',
    "I've been looking for that! I'll swing by Friday and grab it. Thanks!",
  ],
  ['Just left you five stars, well deserved!', 'You made my day, thank you so much!'],
  ['What brand did you use again?', "It's on page two of the invoice, with the exact name."],
  ['Could you come back in about three months?', "You bet. I'll put it on the calendar."],
  [
    'Could I get a receipt for my landlord?',
    "Sure, I'll send one with the property address on it.",
  ],
];
