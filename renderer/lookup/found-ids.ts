/** Finds an id in pasted text: an address, a delivery, a log line, or the id alone. */
import { lookup } from '../../contract/limits.ts';

type Clues = {
  /** Names of the id in records and query strings. */
  readonly fields: readonly string[];
  /** Path segments before the id. */
  readonly paths: readonly string[];
};

const clues = {
  businessID: { fields: ['businessID', 'business_pk'], paths: ['businesses', 'business'] },
  negotiationID: {
    fields: ['negotiationID', 'negotiation_pk', 'leadID', 'lead_pk'],
    paths: ['negotiations', 'negotiation', 'leads', 'lead'],
  },
  messageID: { fields: ['messageID', 'message_pk'], paths: ['messages', 'message'] },
} as const satisfies Readonly<Record<string, Clues>>;

type IDField = keyof typeof clues;

export const isIDField = (name: string): name is IDField => Object.hasOwn(clues, name);

const id = '([A-Za-z0-9_-]{1,100})';

/** An id in an address; shorter numbers are pages or versions. */
const longNumber = /(?<![\w-])\d{6,100}(?![\w-])/g;

/**
 * Returns the id of a kind in a text, or null: the whole text, the value of a field, the segment of a path after
 * its name, or the only long number of an address.
 */
export const findID = (name: IDField, text: string): string | null => {
  const typed = text.trim();
  if (lookup.id.test(typed)) return typed;
  const { fields, paths } = clues[name];
  const patterns = [
    ...fields.map((field) => String.raw`\b${field}\\?["']?\s*[:=]\s*\\?["']?${id}`),
    ...paths.map((path) => String.raw`/${path}/${id}(?=$|[/?#"'\s])`),
  ];
  for (const pattern of patterns) {
    const found = new RegExp(pattern, 'i').exec(typed)?.[1];
    if (found !== undefined) return found;
  }
  const numbers = new Set(/^https?:/i.test(typed) ? typed.match(longNumber) : []);
  return numbers.size === 1 ? ([...numbers][0] ?? null) : null;
};
