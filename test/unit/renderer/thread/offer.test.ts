/** A clicked proposed time becomes a natural sentence. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gapNames } from '../../../../contract/template.ts';
import { createI18n } from '../../../../renderer/platform/i18n.ts';
import {
  extendOffer,
  type Offer,
  type OfferedWindow,
  type OfferTemplate,
} from '../../../../renderer/thread/offer.ts';
import { buildTimeLines } from '../../../../renderer/thread/proposed-times.ts';

const timeZone = 'America/Chicago';
const hour = 3_600_000;
/** A time in November 2026 in Austin's time zone. */
const at = (day: number, hours: number): number => Date.UTC(2026, 10, day, 6) + hours * hour;

const words = { en: await createI18n('en'), es: await createI18n('es') };
type Language = keyof typeof words;
const createWording = (language: Language) => ({
  t: words[language].t,
  language,
  now: at(20, 12),
  timeZone,
});

const createTemplate = (language: Language, name = 'Maria Delgado'): OfferTemplate => ({
  text: String(words[language].getResource(language, 'translation', 'proposed.template')),
  values: {
    'customer.firstName': name.split(' ')[0] ?? '',
    'customer.name': name,
    'business.name': '',
    category: '',
    city: '',
  },
  gapNames: gapNames[language],
});

/** The windows of these spans in display order. */
const listWindows = (
  language: Language,
  spans: readonly (readonly [number, number | null])[],
  isByDay = true,
): readonly OfferedWindow[] =>
  buildTimeLines(
    spans.map(([start, end]) => ({ start, end })),
    {
      ...createWording(language),
      allDay: 'All day',
      formatOpen: (start) => `from ${start}`,
      isByDay,
    },
  ).flatMap((line) => line.windows.map((window) => ({ line, window })));

const plain = (text: string): string => text.replaceAll(/[\u202f\u00a0]/g, ' ');

/** The composer's text after clicks on these windows in order. */
const clicked = (
  language: Language,
  all: readonly OfferedWindow[],
  written = '',
  template = createTemplate(language),
): string => {
  let last: Offer | null = null;
  let text = written;
  for (const each of all) {
    const { offer, replaces } = extendOffer(text, last, each, template, createWording(language));
    last = offer;
    text = text.slice(0, text.length - replaces) + offer.text;
  }
  return plain(text);
};

const tuesday = [at(24, 17), at(24, 21)] as const;
const wednesday = [at(25, 9.5), at(25, 11)] as const;
const thursday = [at(26, 0), at(27, 0)] as const;

describe('a proposed time as a reply', () => {
  it.each([
    ['a few hours', [tuesday], 'Tue, Nov 24, 5–9 PM works for me.'],
    ['half hours', [wednesday], 'Wed, Nov 25, 9:30–11:00 AM works for me.'],
    ['across noon', [[at(24, 10), at(24, 14)]], 'Tue, Nov 24, 10 AM – 2 PM works for me.'],
    ['a whole day', [thursday], 'any time Thu, Nov 26 works for me.'],
    ['without an end', [[at(24, 17), null]], 'Tue, Nov 24 from 5 PM works for me.'],
  ] as const)('greets and ends with a period: %s', (_, spans, expected) => {
    expect(clicked('en', listWindows('en', spans))).toBe(`Hi Maria, ${expected}`);
  });

  it.each([
    ['a few hours', [tuesday], 'Me queda bien el martes 24 de noviembre, 5–9 p.m.'],
    ['a whole day', [thursday], 'Me queda bien el jueves 26 de noviembre a cualquier hora.'],
    [
      'without an end',
      [[at(24, 17), null]],
      'Me queda bien el martes 24 de noviembre desde las 5 p.m.',
    ],
  ] as const)('reads naturally in Spanish: %s', (_, spans, expected) => {
    expect(clicked('es', listWindows('es', spans))).toBe(`Hola, Maria. ${expected}`);
  });

  it('greets a customer without a name, and adds no greeting to written text', () => {
    const windows = listWindows('en', [tuesday]);
    expect(clicked('en', windows, '', createTemplate('en', ''))).toMatch(/^Hi there, Tue/);
    expect(clicked('en', windows, 'Thank you. ')).toBe(
      'Thank you. Tue, Nov 24, 5–9 PM works for me.',
    );
    expect(clicked('en', listWindows('en', [thursday]), 'Thank you. ')).toBe(
      'Thank you. Any time Thu, Nov 26 works for me.',
    );
  });

  it('uses the professional’s template', () => {
    const template = { ...createTemplate('en'), text: '{{times}} is good, {{customer.name}}!' };
    expect(clicked('en', listWindows('en', [thursday, tuesday]), '', template)).toBe(
      'Tue, Nov 24, 5–9 PM or any time Thu, Nov 26 is good, Maria Delgado!',
    );
    expect(clicked('en', listWindows('en', [thursday]), '', template)).toBe(
      'Any time Thu, Nov 26 is good, Maria Delgado!',
    );
  });

  it('joins the previous time’s sentence, once for repeated clicks', () => {
    const [first, second] = listWindows('en', [tuesday, wednesday]);
    const all = [first, second, second, first].filter((each) => each !== undefined);
    expect(clicked('en', all)).toBe(
      'Hi Maria, Tue, Nov 24, 5–9 PM or Wed, Nov 25, 9:30–11:00 AM works for me.',
    );
    expect(clicked('es', listWindows('es', [tuesday, thursday]))).toBe(
      'Hola, Maria. Me queda bien el martes 24 de noviembre, 5–9 p.m. o el jueves 26 de noviembre a cualquier hora.',
    );
  });

  it('keeps three times apart', () => {
    const spans = [tuesday, wednesday, thursday];
    expect(clicked('en', listWindows('en', spans))).toBe(
      'Hi Maria, Tue, Nov 24, 5–9 PM; Wed, Nov 25, 9:30–11:00 AM; or any time Thu, Nov 26 works for me.',
    );
    expect(clicked('es', listWindows('es', spans))).toBe(
      'Hola, Maria. Me queda bien el martes 24 de noviembre, 5–9 p.m.; el miércoles 25 de noviembre, 9:30–11:00 a.m.; o el jueves 26 de noviembre a cualquier hora.',
    );
  });

  it('with the same hours on many days covers any of them', () => {
    const days = [24, 25, 26].map((day) => [at(day, 9), at(day, 11)] as const);
    expect(clicked('en', listWindows('en', days, false))).toBe(
      'Hi Maria, 9–11 AM any day Tue, Nov 24 – Thu, Nov 26 works for me.',
    );
  });

  it('never removes other text', () => {
    const all = listWindows('en', [tuesday, wednesday, thursday]);
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.constantFrom(...all), { minLength: 1 }),
        (text, some) => {
          expect(clicked('en', some, text).startsWith(plain(text))).toBe(true);
        },
      ),
    );
  });
});
