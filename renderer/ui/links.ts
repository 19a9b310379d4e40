/**
 * Finds links in customers' text (security rule 8). Only a valid https address becomes a link, and it is
 * shown whole, so that nobody clicks something other than what they read.
 */

export type Piece = { readonly kind: 'text' | 'link'; readonly text: string };

const candidate = /https:\/\/[^\s<>"`\p{Cc}\p{Cf}]{1,2000}/giu;
const punctuation = /[.,;:!?'’”»…)\]}]$/u;
const brackets: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

const count = (text: string, character: string): number => text.split(character).length - 1;

/** Removes the sentence's punctuation after the address. */
const trimPunctuation = (text: string): string => {
  let link = text;
  for (let last = link.at(-1); last !== undefined && punctuation.test(link); last = link.at(-1)) {
    const opening = brackets[last];
    if (opening !== undefined && count(link, opening) >= count(link, last)) break;
    link = link.slice(0, -1);
  }
  return link;
};

const isSafe = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === 'https:' && url.username === '' && url.password === '';
};

export const splitLinks = (text: string): readonly Piece[] => {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(candidate)) {
    const link = trimPunctuation(match[0]);
    if (!isSafe(link)) continue;
    if (match.index > from) found.push({ kind: 'text', text: text.slice(from, match.index) });
    found.push({ kind: 'link', text: link });
    from = match.index + link.length;
  }
  if (from < text.length) found.push({ kind: 'text', text: text.slice(from) });
  return found;
};
