/** Texts of notices in the app's languages. Names and numbers of stars are empty or null if unknown. */
import { isolate } from '../../../contract/bidi.ts';
import type { Settings } from '../../../contract/settings.ts';
import { chooseLanguage } from '../platform/settings.ts';

/** "New review: 5 stars from Rosa M.", without unknown parts. */
const formatReview = (title: string, stars: string, from: string): string =>
  [stars === '' ? title : `${title}: ${stars}`, from].filter((part) => part !== '').join(' ');

const formatList = (language: string, parts: readonly string[]): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(parts);

/** A text that ends with the customer's name. */
const endWithName =
  (text: string, between = ': ') =>
  (name: string): string =>
    name === '' ? text : `${text}${between}${isolate(name)}`;

const english = {
  customer: 'A customer',
  newLead: endWithName('New lead', ' · '),
  /** For a message without words. */
  file: 'Sent a photo or file',
  /** "Dora, Ann, and 2 more"; names are isolated already. */
  all: (names: readonly string[], more: number) =>
    formatList('en', [...names, ...(more === 0 ? [] : [`${more} more`])]),
  back: endWithName('Snoozed lead is back'),
  answered: endWithName('Answered automatically'),
  mentioned: endWithName('A note mentions you'),
  assigned: endWithName('Assigned to you'),
  /** Rules have sent all automatic replies of the day. */
  limit: (count: number) =>
    `${count === 1 ? '1 automatic reply' : `${count} automatic replies`} today; no more until tomorrow`,
  counted: {
    lead: (count: number) => (count === 1 ? '1 new lead' : `${count} new leads`),
    message: (count: number) => (count === 1 ? '1 customer wrote' : `${count} customers wrote`),
    back: (count: number) => (count === 1 ? '1 snoozed lead back' : `${count} snoozed leads back`),
    answered: (count: number) => `${count} answered automatically`,
    assigned: (count: number) => `${count} assigned to you`,
    mentioned: (count: number) => `${count} with a note for you`,
  },
  whileQuiet: (parts: string) => `${parts} while notifications were quiet`,
  review: (stars: number | null, name: string) =>
    formatReview(
      'New review',
      stars === null ? '' : stars === 1 ? '1 star' : `${stars} stars`,
      name === '' ? '' : `from ${isolate(name)}`,
    ),
  reviews: (count: number) => `${count} new reviews`,
  notSent: (name: string) => `Reply to ${isolate(name)} not sent`,
  isDraft: 'It is saved as a draft. Open the lead to send it.',
};

const spanish: typeof english = {
  customer: 'Un cliente',
  newLead: endWithName('Nueva solicitud', ' · '),
  file: 'Envió una foto o un archivo',
  all: (names, more) => formatList('es', [...names, ...(more === 0 ? [] : [`${more} más`])]),
  back: (name) =>
    name === ''
      ? 'Una solicitud pospuesta está de vuelta'
      : `De vuelta: ${isolate(name)} (pospuesta)`,
  answered: endWithName('Respondida automáticamente'),
  mentioned: endWithName('Una nota te menciona'),
  assigned: endWithName('Asignada a ti'),
  limit: (count) =>
    `${count === 1 ? '1 respuesta automática' : `${count} respuestas automáticas`} hoy; no habrá más hasta mañana`,
  counted: {
    lead: (count) => (count === 1 ? '1 solicitud nueva' : `${count} solicitudes nuevas`),
    message: (count) => (count === 1 ? '1 cliente escribió' : `${count} clientes escribieron`),
    back: (count) =>
      count === 1 ? '1 solicitud pospuesta de vuelta' : `${count} solicitudes pospuestas de vuelta`,
    answered: (count) =>
      count === 1 ? '1 respondida automáticamente' : `${count} respondidas automáticamente`,
    assigned: (count) => (count === 1 ? '1 asignada a ti' : `${count} asignadas a ti`),
    mentioned: (count) => `${count} con una nota para ti`,
  },
  whileQuiet: (parts) => `${parts} mientras las notificaciones estaban en silencio`,
  review: (stars, name) =>
    formatReview(
      'Nueva reseña',
      stars === null ? '' : stars === 1 ? '1 estrella' : `${stars} estrellas`,
      name === '' ? '' : `de ${isolate(name)}`,
    ),
  reviews: (count) => `${count} reseñas nuevas`,
  notSent: (name) => `No se envió la respuesta a ${isolate(name)}`,
  isDraft: 'Quedó guardada como borrador. Abran la solicitud para enviarla.',
};

export const getNoticeWords = (language: Settings['language']) =>
  ({ en: english, es: spanish })[chooseLanguage({ language })];
