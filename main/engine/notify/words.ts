/** The few words of a notification, in the languages of the app. */
import type { Settings } from '../../../contract/records.ts';

type Words = {
  readonly customer: string;
  readonly newLead: (customerName: string) => string;
  readonly several: (count: number) => string;
};

const english: Words = {
  customer: 'A customer',
  newLead: (name) => (name === '' ? 'New lead' : `New lead · ${name}`),
  several: (count) => `${count} leads have news`,
};

const spanish: Words = {
  customer: 'Un cliente',
  newLead: (name) => (name === '' ? 'Nueva solicitud' : `Nueva solicitud · ${name}`),
  several: (count) => `${count} solicitudes tienen novedades`,
};

/** The words for a language setting; `system` is the language of the computer. */
export const noticeWords = (language: Settings['language']): Words => {
  const tag = language === 'system' ? Intl.DateTimeFormat().resolvedOptions().locale : language;
  return /^es\b/i.test(tag) ? spanish : english;
};
