/** Another professional of the marketplace, from the seed, the category, the city and a number alone. */
import type { Category } from './categories/category.ts';
import { lastNames } from './people.ts';
import type { Place } from './places.ts';
import { companyWords } from './professional.ts';
import { randomOf, type Random } from './random.ts';
import { generateReview } from './review.ts';

/** What the marketplace shows of a professional, besides the id. */
export type Profile = {
  readonly name: string;
  readonly introduction: string;
  /** 1 to 5, one decimal. */
  readonly rating: number;
  readonly numberOfReviews: number;
  readonly featuredReview: string;
  readonly speaksSpanish: boolean;
  /** Whole dollars from which they start. */
  readonly dollars: number;
};

/** How many other professionals work in a category in a city. */
export const rivalCount = (seed: number, category: Category, area: Place): number =>
  randomOf(seed, 'rivals', category.name, area.city).int(6, 14);

export const generateRival = (
  seed: number,
  category: Category,
  area: Place,
  number: number,
): Profile => {
  const random = randomOf(seed, 'rival', category.name, area.city, number);
  const name = companyName(seed, category, area, number, random);
  const rating = Math.min(50, Math.round(37 + 14 * Math.sqrt(random.next()))) / 10;
  const numberOfReviews = Math.round(2 + 420 * random.next() ** 3);
  const speaksSpanish = random.chance(0.3);
  const featured = generateReview(random, {
    businessName: name,
    work: category.work,
    language: 'en',
    rating: rating >= 4.2 ? 5 : 4,
  });
  return {
    name,
    introduction: introduction(random, category, area, speaksSpanish),
    rating,
    numberOfReviews,
    featuredReview: featured.reviewText,
    speaksSpanish,
    dollars: random.int(...category.quote.dollars),
  };
};

/** Names of one category in one city differ: each is built from another last name or word. */
const companyName = (
  seed: number,
  { name, companies }: Category,
  { city }: Place,
  number: number,
  random: Random,
): string => {
  const source = randomOf(seed, 'rival names', name, city);
  const word = source.shuffle(companyWords)[number % companyWords.length] ?? city;
  const family = source.shuffle(lastNames)[number % lastNames.length] ?? city;
  const ending = random.pick(companies);
  return random.pick([
    `${word} ${ending}`,
    `${family} & Sons ${ending}`,
    `${family} ${ending}`,
    `${family} Family ${ending}`,
  ]);
};

export const introduction = (
  random: Random,
  { work }: Pick<Category, 'work'>,
  { city }: Place,
  speaksSpanish: boolean,
): string => {
  const year = random.int(1987, 2023);
  const sentences = [
    random.pick([
      `Family-owned and working in ${city} since ${year}.`,
      `A small crew based in ${city}. The person who gives you the quote is the person who does the work.`,
      `Licensed, insured and on time since ${year}.`,
      `We started in ${year} with one van and still answer the phone ourselves.`,
    ]),
    random.pick([
      `Tell us about ${work} and we'll give you a clear price before we start.`,
      `Send a photo of ${work} and we usually answer within the hour.`,
      `All work on ${work} comes with a written one-year warranty.`,
    ]),
  ];
  if (speaksSpanish) sentences.push('Se habla español.');
  return sentences.join(' ');
};
