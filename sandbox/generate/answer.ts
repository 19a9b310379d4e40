/**
 * What a customer answers to what the professional just wrote: to a question an answer, to a price a
 * word about the price, to a time a yes. Chosen by what the text speaks of.
 */
import type { Lead } from '../records.ts';
import type { Random } from './random.ts';
import { lineWith, type Said } from './script.ts';
import { asksOf, tradeByKey } from './trades/all.ts';

type Topic = 'price' | 'time' | 'question' | 'other';

const speaksOf: readonly (readonly [Topic, RegExp])[] = [
  ['price', /\$\s?\d|\b(price|quote|estimate|cost|charge|precio|cotizaci[oó]n|cuesta)\b/i],
  [
    'time',
    /\b(mon|tues|wednes|thurs|fri|satur|sun)day\b|\btomorrow\b|\btoday\b|\d\s?(am|pm)\b|\d:\d\d|\b(lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|mañana|hoy)\b/i,
  ],
  ['question', /\?/],
];

const english: Readonly<Record<Topic, readonly string[]>> = {
  price: [
    "That's about what we were thinking. When could you start?",
    'Thanks for the quick quote! Does that include materials?',
    "OK, that sounds fair. Let me check with my husband and I'll get right back to you.",
    'Works for us. What do you need from me to get on the schedule?',
  ],
  time: [
    'That works, thank you!',
    "Perfect, I'll be home.",
    'Any chance you could make it an hour later? Otherwise it works great.',
    'See you then!',
  ],
  question: [
    'Yeah, I think so. I can send a photo if that helps.',
    "Not sure, to be honest. Could you take a look when you're here?",
    "Good question. Let me check when I get home and I'll let you know tonight.",
  ],
  other: [
    'Great, thanks for getting back to me so fast!',
    'Sounds good.',
    'Thanks! Anything you need from me before then?',
    'ok great thank you',
  ],
};
const spanish: Readonly<Record<Topic, readonly string[]>> = {
  price: ['Me parece bien. ¿Cuándo podría empezar?', 'Gracias. ¿Incluye el material?'],
  time: ['Sí, a esa hora me queda perfecto.', 'Muy bien, ahí lo espero. Gracias.'],
  question: [
    'Sí, así es. ¿Necesita algo más?',
    'No estoy seguro, ¿lo podría revisar cuando venga?',
  ],
  other: ['Muchas gracias por responder tan rápido.', 'Perfecto, gracias.'],
};

export const answerTo = (text: string, lead: Lead, random: Random): Said => {
  const topic = speaksOf.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
  const known = lead.language === 'en' && topic === 'question' && knownAnswer(text, lead);
  if (known) return known;
  const said = random.pick((lead.language === 'es' ? spanish : english)[topic]);
  return { text: said, hasPhoto: false };
};

/** The answer to the question that `text` has at least two words in common with. */
const knownAnswer = (text: string, lead: Lead): Said | undefined => {
  const said = wordsIn(text);
  const alike = asksOf(lead).map((exchange) => ({
    exchange,
    common: [...wordsIn(exchange.question)].filter((word) => said.has(word)).length,
  }));
  const [best] = alike.sort((a, b) => b.common - a.common);
  return best && best.common >= 2 ? lineWith(best.exchange) : undefined;
};

/** The words of a text that say what it is about. */
const wordsIn = (text: string) => new Set(text.toLowerCase().match(/[a-z]{4,}/g));

/** What a customer writes without being asked, while waiting for an answer. */
export const reminderOf = (lead: Lead, random: Random): string => {
  const { work, concerns } = tradeByKey(lead.trade);
  if (lead.language === 'es')
    return random.pick(['Hola, ¿pudo ver mi solicitud?', '¿Tendría tiempo esta semana?']);
  return random.pick([
    `Hi, did you get a chance to look at my request about ${work}?`,
    'Hi again! Do you have any openings this week?',
    random.pick(concerns).question,
  ]);
};
