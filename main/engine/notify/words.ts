/** The few words of a notification, in the languages of the app. */
import type { Settings } from '../../../contract/records.ts';

type Words = {
  readonly customer: string;
  readonly newLead: (customerName: string) => string;
  /** A message that has no words. */
  readonly file: string;
  readonly several: (count: number) => string;
};

const english: Words = {
  customer: 'A customer',
  newLead: (name) => (name === '' ? 'New lead' : `New lead · ${name}`),
  file: 'Sent a photo or file',
  several: (count) => `${count} leads have news`,
};

const spanish: Words = {
  customer: 'Un cliente',
  newLead: (name) => (name === '' ? 'Nueva solicitud' : `Nueva solicitud · ${name}`),
  file: 'Envió una foto o un archivo',
  several: (count) => `${count} solicitudes tienen novedades`,
};

/** The words for a language setting; `system` is the language of the computer. */
export const noticeWords = (language: Settings['language']): Words => {
  const tag = language === 'system' ? Intl.DateTimeFormat().resolvedOptions().locale : language;
  return /^es\b/i.test(tag) ? spanish : english;
};
