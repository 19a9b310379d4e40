/** Generates competing professionals. Each depends only on seed, category, city and number. */
import type { Category } from './categories.ts';
import { createRandom, type Random } from './random.ts';
import { generateReview } from './review.ts';
import { companies, fill, names, type Place } from './words.ts';

export type Profile = ReturnType<typeof generateRival>;

/** Returns the number of competitors in a category and city. */
export const countRivals = (seed: number, category: Category, area: Place): number =>
  createRandom(seed, 'rivals', category.name, area.city).int(6, 14);

/** Generates a public profile. */
export const generateRival = (seed: number, category: Category, area: Place, number: number) => {
  const random = createRandom(seed, 'rival', category.name, area.city, number);
  const name = generateName(seed, category, area, number, random);
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
    introduction: generateIntroduction(random, category, area, speaksSpanish),
    /** 1 to 5, one decimal. */
    rating,
    numberOfReviews,
    featuredReview: featured.reviewText,
    speaksSpanish,
    /** Starting price, whole dollars. */
    dollars: random.int(...category.quote.dollars),
  };
};

/** Generates a name that is unique within its category and city: each has another last name or word. */
const generateName = (
  seed: number,
  { name, companies: endings }: Category,
  { city }: Place,
  number: number,
  random: Random,
): string => {
  const source = createRandom(seed, 'rival names', name, city);
  const word = source.shuffle(companies.names)[number % companies.names.length] ?? city;
  const lastName = source.shuffle(names.en.last)[number % names.en.last.length] ?? city;
  const ending = random.pick(endings);
  return random.pick([
    `${word} ${ending}`,
    `${lastName} & Sons ${ending}`,
    `${lastName} ${ending}`,
    `${lastName} Family ${ending}`,
  ]);
};

/** Generates the introduction of a profile: two or three sentences. */
export const generateIntroduction = (
  random: Random,
  { work }: Pick<Category, 'work'>,
  { city }: Place,
  speaksSpanish: boolean,
): string => {
  const values = { work, city, year: random.int(1987, 2023) };
  const sentences = [companies.histories, companies.promises].map((list) =>
    fill(random.pick(list), values),
  );
  if (speaksSpanish) sentences.push('Se habla español.');
  return sentences.join(' ');
};
