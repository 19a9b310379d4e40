/**
 * What a customer answers to what the professional just wrote: to a question an answer, to a price a
 * word about the price, to a time a yes. Chosen by what the text speaks of.
 */
import type { Lead } from '../records.ts';
import type { Random } from './random.ts';
import { tradeByKey } from './trades/all.ts';

type Topic = 'price' | 'time' | 'question' | 'other';

const speaksOf: readonly (readonly [Topic, RegExp])[] = [
  ['price', /\$\s?\d|\b(price|quote|estimate|cost|charge|precio|cotizaci[oó]n|cuesta)\b/i],
  [
    'time',
    /\b(mon|tues|wednes|thurs|fri|satur|sun)day\b|\btomorrow\b|\btoday\b|\d\s?(am|pm)\b|\d:\d\d|\b(lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|mañana|hoy)\b/i,
  ],
  ['question', /\?/],
];

const english: Readonly<Record<Exclude<Topic, 'question'>, readonly string[]>> = {
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

export function answerTo(text: string, lead: Lead, random: Random): string {
  const topic = speaksOf.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
  if (lead.language === 'es') return random.pick(spanish[topic]);
  if (topic === 'question') return random.pick(tradeByKey(lead.trade).asks)[1];
  return random.pick(english[topic]);
}

/** What a customer writes without being asked, while waiting for an answer. */
export function reminderOf(lead: Lead, random: Random): string {
  const { work, concerns } = tradeByKey(lead.trade);
  if (lead.language === 'es')
    return random.pick(['Hola, ¿pudo ver mi solicitud?', '¿Tendría tiempo esta semana?']);
  return random.pick([
    `Hi, did you get a chance to look at my request about ${work}?`,
    `Hi again. Do you have any openings this week?`,
    random.pick(concerns)[0],
  ]);
}
