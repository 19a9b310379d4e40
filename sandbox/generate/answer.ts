/**
 * What a customer answers to what the professional just wrote: to a question an answer, to a price a
 * word about the price, to a time a yes. Chosen by what the text speaks of.
 */
import type { Lead } from '../records.ts';
import type { Random } from './random.ts';
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
    'That is within what we had in mind. When could you start?',
    'Thanks for the quick price. Does that include materials?',
    'OK, that sounds fair. Let me check with my partner and come right back to you.',
  ],
  time: [
    'That works for me, thank you!',
    'Perfect, I will be home then.',
    'Could we make it an hour later? Otherwise it is great.',
  ],
  question: [
    'Yes, I think so. I can send a photo if that helps.',
    'I am not sure, to be honest. Would you have a look when you are here?',
    'Good question, let me check when I am home and tell you tonight.',
  ],
  other: [
    'Great, thank you for the quick answer!',
    'OK, sounds good.',
    'Thanks! Is there anything you need from me before then?',
  ],
};
const spanish: Readonly<Record<Topic, readonly string[]>> = {
  price: ['Me parece bien. ¿Cuándo podría empezar?', 'Gracias. ¿Incluye el material?'],
  time: ['Sí, a esa hora me queda perfecto.', 'Muy bien, ahí lo espero. Gracias.'],
  question: ['Sí, así es. ¿Necesita algo más?', 'Sí, le mando una foto en un momento.'],
  other: ['Muchas gracias por responder tan rápido.', 'Perfecto, gracias.'],
};

export const answerTo = (text: string, lead: Lead, random: Random): string => {
  const topic = speaksOf.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
  if (lead.language === 'es') return random.pick(spanish[topic]);
  return (topic === 'question' && knownAnswer(text, lead)) || random.pick(english[topic]);
};

/** The answer to the question that `text` has at least two words in common with. */
const knownAnswer = (text: string, lead: Lead): string | undefined => {
  const said = wordsIn(text);
  const alike = asksOf(lead).map(([question, answer]) => ({
    answer,
    common: [...wordsIn(question)].filter((word) => said.has(word)).length,
  }));
  const [best] = alike.sort((a, b) => b.common - a.common);
  return best && best.common >= 2 ? best.answer : undefined;
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
    `Hi again. Do you have any openings this week?`,
    random.pick(concerns)[0],
  ]);
};
