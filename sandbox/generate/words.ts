/** The texts of sample customers and professionals, validated at the start. Those about one trade are in `trades/`. */
import { z } from 'zod';
import categoriesFile from './words/categories.json' with { type: 'json' };
import companiesFile from './words/companies.json' with { type: 'json' };
import conversationsFile from './words/conversations.json' with { type: 'json' };
import homeCareFile from './words/home-care.json' with { type: 'json' };
import namesFile from './words/names.json' with { type: 'json' };
import placesFile from './words/places.json' with { type: 'json' };
import requestsFile from './words/requests.json' with { type: 'json' };
import reviewsFile from './words/reviews.json' with { type: 'json' };

export const texts = z.array(z.string().min(1)).min(1);
export const range = z.tuple([z.int(), z.int()]);

export const exchange = z.strictObject({
  question: z.string(),
  answer: z.string(),
  /** The customer sends a photo with the answer. */
  hasPhoto: z.boolean().optional(),
});

export type Exchange = Readonly<z.infer<typeof exchange>>;

const perLanguage = <T extends z.ZodType>(schema: T) => z.strictObject({ en: schema, es: schema });

export const names = perLanguage(z.strictObject({ first: texts, last: texts })).parse(namesFile);

const place = z.strictObject({
  city: z.string(),
  state: z.string().length(2),
  zipCodes: z.array(z.string().regex(/^\d{5}$/)).min(1),
  areaCode: z.string().regex(/^\d{3}$/),
});

export type Place = Readonly<z.infer<typeof place>>;

export const { regions, otherCities, streets } = z
  .strictObject({
    /** A professional works in all cities of one region; its largest city is first. */
    regions: z.array(z.tuple([place]).rest(place)),
    otherCities: z.array(place),
    streets: texts,
  })
  .parse(placesFile);

/** Categories of work beyond the trades of the professional's own businesses. */
export const otherCategories = z
  .array(
    z.strictObject({
      name: z.string(),
      work: z.string(),
      searches: texts,
      companies: texts,
      dollars: range,
      unit: z.string(),
    }),
  )
  .parse(categoriesFile);

const homeCareTask = z.strictObject({
  /** Name of the category that does it. */
  category: z.string(),
  title: z.string(),
  description: z.string(),
  tagline: z.string(),
  /** Does not apply to apartments. */
  outdoors: z.boolean(),
});

export type HomeCareTask = Readonly<z.infer<typeof homeCareTask>>;

export const homeCareTasks = z.array(homeCareTask).parse(homeCareFile);

export const companies = z
  .strictObject({
    /** Beginnings of company names: "Bluebird" + "Painting Co.". */
    names: texts,
    /** First and second sentence of a professional's introduction. */
    histories: texts,
    promises: texts,
  })
  .parse(companiesFile);

const review = z.strictObject({
  openings: texts,
  middles: texts,
  endings: texts,
  /** The professional's response. */
  responses: texts,
});

/** By the customer's satisfaction. Spanish texts use `{work}` after "con" only, where articles never contract. */
export const reviews = perLanguage(
  z.strictObject({ happy: review, fair: review, cross: review }),
).parse(reviewsFile);

const optionalTexts = z.array(z.string());

/** Sentences of a request that fit every job of every trade at any proposed time; an empty one is left out. */
export const requests = perLanguage(
  z.strictObject({ greetings: optionalTexts, asides: optionalTexts, closings: optionalTexts }),
).parse(requestsFile);

const conversation = z.strictObject({
  days: texts,
  times: texts,
  /** Used where the trade has none in this language. */
  asks: z.array(exchange).optional(),
  concerns: z.array(exchange).optional(),
  /** In alternation, the customer first; each is one text or several to pick from. */
  lines: z.array(z.union([z.string(), texts])),
  /** Short exchanges after the job, the customer first. */
  followUps: z.array(z.tuple([z.string(), z.string()])).min(1),
  /** The customer's reaction to a message of the professional, by its topic. */
  reactions: z.strictObject({ price: texts, time: texts, question: texts, other: texts }),
  /** Written by a customer who waits for a reply. */
  reminders: texts,
});

export type Topic = keyof z.infer<typeof conversation>['reactions'];

export const conversations = perLanguage(conversation).parse(conversationsFile);

/** Replaces each `{key}` in a text. Throws for a key without a value. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`"${text}" has no value for ${key}`);
    return String(value);
  });
