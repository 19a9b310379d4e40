/**
 * The language of saved replies: text with variables in double braces, each with what stands for it
 * where nothing is known, as in `{{customer.firstName|there}}`, and `{{cursor}}`, where typing goes on.
 * What is missing or unknown becomes a gap, which a person fills in before the reply can be sent. Gaps
 * are found in the text itself, so that they outlive a draft that was saved; a value is never one. Pure; imports nothing.
 */

export const variables = [
  'customer.firstName',
  'customer.name',
  'business.name',
  'category',
  'city',
] as const;

/** The times that are accepted: known only where a proposed time was clicked. */
export const timesVariable = 'times' as const;
export type Variable = (typeof variables)[number] | typeof timesVariable;

/** What is known of a lead; empty where nothing is. */
export type Values = Readonly<Record<(typeof variables)[number], string>> & {
  readonly [timesVariable]?: string;
};

/** How each missing value is named in a gap: in a language of the app. */
export type GapNames = Readonly<Record<Variable, string>>;

/** In all of the app's languages: a draft with a gap may be older than the choice of the language. */
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

/** A piece of a template; `raw` is how it is written there. */
export type Part =
  | { readonly kind: 'text'; readonly raw: string }
  | { readonly kind: 'cursor'; readonly raw: string }
  | {
      readonly kind: 'variable';
      readonly raw: string;
      readonly variable: Variable;
      /** Null when the template gives none; it may be empty. */
      readonly fallback: string | null;
    }
  | { readonly kind: 'unknown'; readonly raw: string };

const braces = /\{\{([^{}|]*)(\|[^{}]*)?\}\}/g;

const partOf = (raw: string, word: string, fallback: string | undefined): Part => {
  const name = word.trim();
  if (name === 'cursor' && fallback === undefined) return { kind: 'cursor', raw };
  const variable = [...variables, timesVariable].find((each) => each === name);
  return variable === undefined
    ? { kind: 'unknown', raw }
    : { kind: 'variable', raw, variable, fallback: fallback?.slice(1) ?? null };
};

/** The pieces of a template in their order; together, as they are written, they are the template. */
export const readTemplate = (template: string): readonly Part[] => {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: raw, 1: word = '', 2: fallback, index } of template.matchAll(braces)) {
    if (index > from) parts.push({ kind: 'text', raw: template.slice(from, index) });
    parts.push(partOf(raw, word, fallback));
    from = index + raw.length;
  }
  if (from < template.length) parts.push({ kind: 'text', raw: template.slice(from) });
  return parts;
};

/** From one character to before another. */
export type Range = { readonly start: number; readonly end: number };

export type Filled = {
  readonly text: string;
  /** What is to be selected in it: the first gap, else where `{{cursor}}` stood; null for its end. */
  readonly selection: Range | null;
};

/** A template with the values of a lead; what is missing is a gap named by `names`. */
export const fillTemplate = (template: string, values: Values, names: GapNames): Filled => {
  let text = '';
  let gap: Range | null = null;
  let cursor: Range | null = null;
  const leaveGap = (written: string): void => {
    gap ??= { start: text.length, end: text.length + written.length };
    text += written;
  };
  for (const part of readTemplate(template)) {
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

/** Every place where `part` is in a text. */
const placesOf = (part: string, text: string): readonly Range[] => {
  const places: Range[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1))
    places.push({ start: at, end: at + part.length });
  return places;
};

/**
 * The gaps that are still in a text, in their order.
 *
 * @param values the lead's values: a customer whose name looks like a gap is none
 */
export const gapsIn = (
  text: string,
  values: Partial<Values> = {},
): readonly (Range & { readonly text: string })[] => {
  const gaps = [...text.matchAll(anyGap)].map(({ 0: gap, index }) => ({
    start: index,
    end: index + gap.length,
    text: gap,
  }));
  if (gaps.length === 0) return gaps;
  const places = Object.values(values)
    .map((value) => value.trim())
    .filter((value) => gaps.some((gap) => value.includes(gap.text)))
    .flatMap((value) => placesOf(value, text));
  return gaps.filter(
    (gap) => !places.some(({ start, end }) => start <= gap.start && gap.end <= end),
  );
};

/** The name to greet somebody by; empty where none is known. */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? '';
