/**
 * Template language of saved replies: `{{customer.firstName|there}}` is a variable with a fallback, `{{cursor}}` the
 * typing position. A missing value becomes a gap that must be filled before sending. Gaps are recognized in the text,
 * so that they survive in a saved draft.
 */

import type { ReplyLanguage } from './customer-language.ts';

export const variables = [
  'customer.firstName',
  'customer.name',
  'business.name',
  'category',
  'city',
] as const;

/** Accepted times; known only after a click on a proposed time. */
export const timesVariable = 'times' as const;
export type Variable = (typeof variables)[number] | typeof timesVariable;

/** Values of a lead; empty if unknown. */
export type Values = Readonly<Record<(typeof variables)[number], string>> & {
  readonly [timesVariable]?: string;
};

export const buildValues = (lead: {
  readonly customerName: string;
  readonly businessName: string;
  readonly category: string;
  readonly city: string;
}): Values => ({
  'customer.firstName': getFirstName(lead.customerName),
  'customer.name': lead.customerName,
  'business.name': lead.businessName,
  category: lead.category,
  city: lead.city,
});

/** A text with variants for customers of other languages. */
type Translated = {
  readonly text: string;
  readonly variants?: Partial<Readonly<Record<ReplyLanguage, string>>> | undefined;
};

export const chooseText = ({ text, variants }: Translated, language: ReplyLanguage): string =>
  variants?.[language] ?? text;

/** Names of the gaps in one language. */
export type GapNames = Readonly<Record<Variable, string>>;

/** In all languages: a draft may be older than the choice of the language. */
export const gapNames: Readonly<Record<'en' | 'es', GapNames>> = {
  en: {
    'customer.firstName': 'first name',
    'customer.name': 'customer name',
    'business.name': 'business name',
    category: 'category',
    city: 'city',
    times: 'times',
  },
  es: {
    'customer.firstName': 'nombre',
    'customer.name': 'nombre completo',
    'business.name': 'nombre del negocio',
    category: 'categoría',
    city: 'ciudad',
    times: 'horarios',
  },
};

/** A piece of a template; `raw` is its source text. */
export type Part =
  | { readonly kind: 'text'; readonly raw: string }
  | { readonly kind: 'cursor'; readonly raw: string }
  | {
      readonly kind: 'variable';
      readonly raw: string;
      readonly variable: Variable;
      /** Null if the template has none. */
      readonly fallback: string | null;
    }
  | { readonly kind: 'unknown'; readonly raw: string };

const braces = /\{\{([^{}|]*)(\|[^{}]*)?\}\}/g;

const parsePart = (raw: string, word: string, fallback: string | undefined): Part => {
  const name = word.trim();
  if (name === 'cursor' && fallback === undefined) return { kind: 'cursor', raw };
  const variable = [...variables, timesVariable].find((each) => each === name);
  return variable === undefined
    ? { kind: 'unknown', raw }
    : { kind: 'variable', raw, variable, fallback: fallback?.slice(1) ?? null };
};

/** Parses a template. The `raw` texts joined are the template. */
export const parseTemplate = (template: string): readonly Part[] => {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: raw, 1: word = '', 2: fallback, index } of template.matchAll(braces)) {
    if (index > from) parts.push({ kind: 'text', raw: template.slice(from, index) });
    parts.push(parsePart(raw, word, fallback));
    from = index + raw.length;
  }
  if (from < template.length) parts.push({ kind: 'text', raw: template.slice(from) });
  return parts;
};

export type Range = { readonly start: number; readonly end: number };

export type Filled = {
  readonly text: string;
  /** The first gap, else the position of `{{cursor}}`; null for the end. */
  readonly selection: Range | null;
};

/** Fills in a lead's values; missing ones become gaps with these names. */
export const fillTemplate = (template: string, values: Values, names: GapNames): Filled => {
  let text = '';
  let gap: Range | null = null;
  let cursor: Range | null = null;
  const leaveGap = (written: string): void => {
    gap ??= { start: text.length, end: text.length + written.length };
    text += written;
  };
  for (const part of parseTemplate(template)) {
    if (part.kind === 'text') text += part.raw;
    else if (part.kind === 'unknown') leaveGap(part.raw);
    else if (part.kind === 'cursor') cursor ??= { start: text.length, end: text.length };
    else {
      const value = values[part.variable]?.trim() ?? '';
      if (value !== '') text += value;
      else if (part.fallback !== null) text += part.fallback;
      else leaveGap(`[${names[part.variable]}]`);
    }
  }
  return { text, selection: gap ?? cursor };
};

const anyGap = new RegExp(
  `\\[(?:${Object.values(gapNames)
    .flatMap((names) => Object.values(names))
    .join('|')})\\]|\\{\\{[^{}]*\\}\\}`,
  'g',
);

const findOccurrences = (part: string, text: string): readonly Range[] => {
  const occurrences: Range[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1))
    occurrences.push({ start: at, end: at + part.length });
  return occurrences;
};

/** Finds the gaps of a text. A value of the lead, such as a name, is not a gap even if it looks like one. */
export const findGaps = (
  text: string,
  values: Partial<Values> = {},
): readonly (Range & { readonly text: string })[] => {
  const gaps = [...text.matchAll(anyGap)].map(({ 0: gap, index }) => ({
    start: index,
    end: index + gap.length,
    text: gap,
  }));
  if (gaps.length === 0) return gaps;
  const occurrences = Object.values(values)
    .map((value) => value.trim())
    .filter((value) => gaps.some((gap) => value.includes(gap.text)))
    .flatMap((value) => findOccurrences(value, text));
  return gaps.filter(
    (gap) => !occurrences.some(({ start, end }) => start <= gap.start && gap.end <= end),
  );
};

export const getFirstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';
