/** Texts of messages to channels, in the app's languages. */
import { isolate } from '../../../contract/bidi.ts';
import type { ReachKind } from '../../../contract/reach.ts';
import type { Settings } from '../../../contract/settings.ts';
import { chooseLanguage } from '../platform/settings.ts';

type Words = {
  /** A single item, without the customer's words. */
  readonly one: Readonly<Record<ReachKind, string>>;
  readonly refusedFor: (customerName: string) => string;
  /** The professional's next step. */
  readonly act: Readonly<Record<'refused' | 'stopped', string>>;
  readonly counted: Readonly<Record<'refused' | 'stopped', (count: number) => string>>;
  /** Ends the last message of an hour. */
  readonly last: string;
};

const english: Words = {
  one: {
    lead: 'A new lead is waiting',
    message: 'A customer wrote',
    refused: 'A reply was not sent',
    stopped: 'New leads no longer arrive',
  },
  refusedFor: (name) => (name === '' ? english.one.refused : `Reply to ${isolate(name)} not sent`),
  act: {
    refused: 'Open Hearthline to see why and send it again.',
    stopped: 'Open Hearthline on your computer to fix the connection.',
  },
  counted: {
    refused: (count) => (count === 1 ? '1 reply not sent' : `${count} replies not sent`),
    stopped: () => 'new leads no longer arrive',
  },
  last: 'That was the last message of this hour. What comes next is sent together.',
};

const spanish: Words = {
  one: {
    lead: 'Hay una solicitud nueva',
    message: 'Un cliente escribió',
    refused: 'No se envió una respuesta',
    stopped: 'Ya no llegan solicitudes nuevas',
  },
  refusedFor: (name) =>
    name === '' ? spanish.one.refused : `No se envió la respuesta a ${isolate(name)}`,
  act: {
    refused: 'Abran Hearthline para ver por qué y enviarla de nuevo.',
    stopped: 'Abran Hearthline en su computadora para arreglar la conexión.',
  },
  counted: {
    refused: (count) =>
      count === 1 ? '1 respuesta no enviada' : `${count} respuestas no enviadas`,
    stopped: () => 'ya no llegan solicitudes nuevas',
  },
  last: 'Fue el último mensaje de esta hora. Lo que siga se enviará junto.',
};

export const getReachWords = (language: Settings['language']): Words =>
  ({ en: english, es: spanish })[chooseLanguage({ language })];
