/** Matches queries with categories and search words: parts, related forms and Spanish, without accents and case. */
import { categories, type Category } from '../generate/categories.ts';
import { deriveID } from '../generate/random.ts';

/** Derives the id of a category, which does not depend on the seed. */
export const deriveCategoryID = (name: string): string => deriveID(0, 'category', name);

/** Finds the categories that match a query, the best first. */
export const findCategories = (query: string): readonly Category[] => {
  const scored = categories.map((category) => ({
    category,
    score: Math.max(
      scoreMatch(query, category.name) + 0.5,
      ...category.searches.map((word) => scoreMatch(query, word)),
    ),
  }));
  const best = Math.max(...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score >= 1 && score >= best / 2)
    .sort((a, b) => b.score - a.score)
    .map(({ category }) => category);
};

/** Finds search words that start with or contain the query, in that order. */
export const findCompletions = (query: string) => {
  const typed = normalize(query).trim();
  const rank = (name: string) => {
    const text = normalize(name);
    return text.startsWith(typed)
      ? 0
      : text.includes(` ${typed}`)
        ? 1
        : text.includes(typed)
          ? 2
          : 3;
  };
  return listSearchWords()
    .filter((name) => rank(name) < 3)
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .map((name) => ({ keywordID: deriveID(0, 'keyword', name), name }));
};

const listSearchWords = () => [
  ...new Set(categories.flatMap(({ name, searches }) => [name.toLowerCase(), ...searches])),
];

const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const splitWords = (text: string) =>
  (normalize(text).match(/[a-z0-9]+/g) ?? []).filter((word) => !stopWords.has(word));

const stopWords = new Set(
  'a an and at best by company de en for good i in local me my near need of on or pro pros professional service services the to under with'.split(
    ' ',
  ),
);

/** Scores a match: 4 for each equal word, 3 for a prefix, 1 for a related word. */
const scoreMatch = (query: string, phrase: string): number => {
  const words = splitWords(phrase);
  return splitWords(query).reduce(
    (sum, word) => sum + Math.max(0, ...words.map((other) => scoreSimilarity(word, other))),
    0,
  );
};

const scoreSimilarity = (word: string, other: string): number => {
  if (word === other) return 4;
  if (word.length >= 3 && other.startsWith(word)) return 3;
  let same = 0;
  while (same < word.length && word[same] === other[same]) same++;
  return same >= 4 && same >= Math.min(word.length, other.length) - 3 ? 1 : 0;
};
