/** One review, from a source of randomness and what it is about: how many stars, which words, an answer or none. */
import type { Review } from '../records.ts';
import { firstNames, lastNames, spanishFirstNames, spanishLastNames } from './people.ts';
import type { Random } from './random.ts';
import { englishWords, spanishWords, type Mood } from './review-words.ts';

/** What a review is about. */
type ReviewSubject = {
  readonly businessName: string;
  /** "the leak", or "la fuga" for a review in Spanish. */
  readonly work: string;
  readonly language: 'en' | 'es';
  /** The reviewer as the marketplace shows them, "Rosa M."; made up when left out. */
  readonly reviewerName?: string | undefined;
  /** 1 to 5; made up, mostly good, when left out. */
  readonly rating?: number | undefined;
};

type Words = Pick<Review, 'reviewText' | 'rating' | 'reviewerName'> & {
  /** What the professional could answer. */
  readonly response: string;
};

export const generateReview = (random: Random, subject: ReviewSubject): Words => {
  const { businessName, work, language } = subject;
  const spanish = language === 'es';
  const made = randomRating(random);
  const rating = subject.rating ?? made;
  const mood: Mood = rating >= 5 ? 'happy' : rating >= 3 ? 'fair' : 'cross';
  const words = (spanish ? spanishWords : englishWords)[mood];
  const first = random.pick(spanish ? spanishFirstNames : firstNames);
  const last = random.pick(spanish ? spanishLastNames : lastNames);
  const reviewerName = subject.reviewerName ?? shownName(first, last);
  const fill = (text: string) =>
    capital(
      text
        .replaceAll('{work}', work)
        .replaceAll('{business}', businessName)
        .replaceAll('{name}', reviewerName.replace(/ \S\.$/, ''))
        // "Painting Co." at the end of a sentence.
        .replace(/\.\.$/, '.'),
    );
  const sentences = [random.pick(words.openings), random.pick(words.middles)];
  if (random.chance(0.75)) sentences.push(random.pick(words.endings));
  return {
    reviewText: sentences.map(fill).join(' '),
    rating,
    reviewerName,
    response: fill(random.pick(words.responses)),
  };
};

/** "Rosa M.": how the marketplace shows a customer to everybody. */
export const shownName = (firstName: string, lastName: string): string =>
  `${firstName} ${lastName.charAt(0)}.`;

const randomRating = (random: Random): number => {
  const luck = random.next();
  return luck < 0.74 ? 5 : luck < 0.9 ? 4 : luck < 0.95 ? 3 : luck < 0.97 ? 2 : 1;
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
