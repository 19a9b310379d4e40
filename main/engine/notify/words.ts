/** Texts of notices in the app's languages. */
import { isolate } from '../../../contract/bidi.ts';
import type { Settings } from '../../../contract/settings.ts';
import { appLanguage } from '../platform/settings.ts';

type Words = {
  readonly customer: string;
  readonly newLead: (customerName: string) => string;
  /** Text for a message without words. */
  readonly file: string;
  /** "Dora, Ann, and 2 more"; names are isolated already. */
  readonly all: (names: readonly string[], more: number) => string;
  readonly back: (customerName: string) => string;
  readonly answered: (customerName: string) => string;
  readonly assigned: (customerName: string) => string;
  readonly mentioned: (customerName: string) => string;
  /** Rules have sent all automatic replies of the day. */
  readonly limit: (count: number) => string;
  readonly counted: {
    readonly lead: (count: number) => string;
    readonly message: (count: number) => string;
    readonly back: (count: number) => string;
    readonly answered: (count: number) => string;
    readonly assigned: (count: number) => string;
    readonly mentioned: (count: number) => string;
  };
  readonly whileQuiet: (parts: string) => string;
  /** `stars` is null and the name empty if unknown. */
  readonly review: (stars: number | null, reviewer: string) => string;
  readonly reviews: (count: number) => string;
  readonly notSent: (customerName: string) => string;
  readonly isDraft: string;
};

/** "New review: 5 stars from Rosa M.", without unknown parts. */
const formatReview = (title: string, stars: string, from: string): string =>
  [stars === '' ? title : `${title}: ${stars}`, from].filter((part) => part !== '').join(' ');

const formatList = (language: string, parts: readonly string[]): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(parts);

const english: Words = {
  customer: 'A customer',
  newLead: (name) => (name === '' ? 'New lead' : `New lead · ${isolate(name)}`),
  file: 'Sent a photo or file',
  all: (names, more) => formatList('en', [...names, ...(more === 0 ? [] : [`${more} more`])]),
  back: (name) => (name === '' ? 'Snoozed lead is back' : `Snoozed lead is back: ${isolate(name)}`),
  answered: (name) =>
    name === '' ? 'Answered automatically' : `Answered automatically: ${isolate(name)}`,
  mentioned: (name) =>
    name === '' ? 'A note mentions you' : `A note mentions you: ${isolate(name)}`,
  assigned: (name) => (name === '' ? 'Assigned to you' : `Assigned to you: ${isolate(name)}`),
  limit: (count) =>
    `${count === 1 ? '1 automatic reply' : `${count} automatic replies`} today; no more until tomorrow`,
  counted: {
    lead: (count) => (count === 1 ? '1 new lead' : `${count} new leads`),
    message: (count) => (count === 1 ? '1 customer wrote' : `${count} customers wrote`),
    back: (count) => (count === 1 ? '1 snoozed lead back' : `${count} snoozed leads back`),
    answered: (count) => `${count} answered automatically`,
    assigned: (count) => `${count} assigned to you`,
    mentioned: (count) => `${count} with a note for you`,
  },
  whileQuiet: (parts) => `${parts} while notifications were quiet`,
  review: (stars, name) =>
    formatReview(
      'New review',
      stars === null ? '' : stars === 1 ? '1 star' : `${stars} stars`,
      name === '' ? '' : `from ${isolate(name)}`,
    ),
  reviews: (count) => `${count} new reviews`,
  notSent: (name) => `Reply to ${isolate(name)} not sent`,
  isDraft: 'It is saved as a draft. Open the lead to send it.',
};

const spanish: Words = {
  customer: 'Un cliente',
  newLead: (name) => (name === '' ? 'Nueva solicitud' : `Nueva solicitud · ${isolate(name)}`),
  file: 'Envió una foto o un archivo',
  all: (names, more) => formatList('es', [...names, ...(more === 0 ? [] : [`${more} más`])]),
  back: (name) =>
    name === ''
      ? 'Una solicitud pospuesta está de vuelta'
      : `De vuelta: ${isolate(name)} (pospuesta)`,
  answered: (name) =>
    name === '' ? 'Respondida automáticamente' : `Respondida automáticamente: ${isolate(name)}`,
  mentioned: (name) =>
    name === '' ? 'Una nota te menciona' : `Una nota te menciona: ${isolate(name)}`,
  assigned: (name) => (name === '' ? 'Asignada a ti' : `Asignada a ti: ${isolate(name)}`),
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

export const noticeWords = (language: Settings['language']): Words =>
  ({ en: english, es: spanish })[appLanguage({ language })];
