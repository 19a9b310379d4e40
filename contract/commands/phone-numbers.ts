/**
 * Phone numbers that a business has registered at the service, in E.164 (conformance.md, K). After a lost response the
 * engine reads the service's list: the change fails with `outcome_unknown` only if the list cannot be read either.
 */
import { z } from 'zod';
import { failure } from '../errors.ts';
import {
  maxListLength,
  maxNumberLength,
  maxNumberNameLength,
  maxNumbersAtOnce,
} from '../limits.ts';
import { accountID } from '../records.ts';
import { engineCommand, noInput, readonlyObject } from '../schema.ts';

/** North American numbers, the only ones that are parsed. */
const e164 = z.string().regex(/^\+1[2-9]\d{2}[2-9]\d{6}$/);
/** All numbers that the service accepts, so that a deleted one can be restored. */
const registrable = z.string().regex(/^\+1\d{1,14}$/);
const label = z.string().trim().max(maxNumberNameLength);
/** Another program may have stored a longer name than the form allows. */
const longLabel = z.string().trim().max(10_000);
const owner = { accountID, businessID: z.string().min(1).max(200) };
const timeOrNull = z.int().nullable();

export const phoneNumber = readonlyObject({
  ...owner,
  phoneNumberID: z.string(),
  /** The service's value, E.164 by its documentation. */
  phoneNumber: z.string(),
  name: z.string(),
  isDeleted: z.boolean(),
  createdAt: timeOrNull,
  /** Time of the last call or text; null if never or unknown. */
  lastUsedAt: timeOrNull,
});
export type PhoneNumber = z.infer<typeof phoneNumber>;

/** A business of a v4 account. */
export const numberOwner = readonlyObject({
  ...owner,
  name: z.string(),
  accountName: z.string(),
  /** False if its numbers are read-only. */
  connected: z.boolean(),
});
export type NumberOwner = z.infer<typeof numberOwner>;

export const mistakes = [
  'empty',
  'unreadable',
  'letters',
  'rounded',
  'several',
  'extension',
  'foreign',
  'too_short',
  'too_long',
  'impossible',
  'long_name',
] as const;
export const mistake = z.enum(mistakes);
export type Mistake = z.infer<typeof mistake>;

/** `area`: the area code is unknown. `elsewhere`: +1, but neither the US nor Canada. */
const doubt = z.enum(['area', 'elsewhere']);
export type Doubt = z.infer<typeof doubt>;

/** Result of parsing a typed number. */
export const reading = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), phoneNumber: e164, doubt: doubt.nullable() }),
  z.object({ ok: z.literal(false), mistake }),
]);
export type Reading = z.infer<typeof reading>;

export const previewRow = readonlyObject({
  /** Row in the list, from 1; a row with two numbers appears twice. */
  row: z.int(),
  typed: z.string(),
  name: z.string(),
  verdict: z.discriminatedUnion('state', [
    z.object({ state: z.literal('new'), phoneNumber: e164, doubt: doubt.nullable() }),
    z.object({ state: z.literal('double'), phoneNumber: e164, firstRow: z.int() }),
    z.object({ state: z.literal('registered'), phoneNumber: e164, as: z.string() }),
    z.object({ state: z.literal('unusable'), mistake }),
  ]),
});
export type PreviewRow = z.infer<typeof previewRow>;

/** Outcome for one number of a list. */
export const outcome = z.discriminatedUnion('state', [
  z.object({ state: z.literal('added') }),
  /** It was already registered. */
  z.object({ state: z.literal('registered') }),
  z.object({ state: z.literal('refused'), error: failure }),
  /** Not registered, because the work stopped first. */
  z.object({ state: z.literal('untried'), error: failure }),
  /** It was sent, the response was lost, and the list could not be read. */
  z.object({ state: z.literal('unknown'), error: failure }),
]);
export type Outcome = z.infer<typeof outcome>;

const newNumber = z.strictObject({ phoneNumber: e164, name: label });

export const phoneNumberCommands = {
  /** The businesses of v4 accounts, by name. */
  'phoneNumbers.owners': engineCommand(noInput, { owners: z.array(numberOwner) }),
  /** The stored numbers, without a request: active ones first, then by name. */
  'phoneNumbers.list': engineCommand(owner, {
    numbers: z.array(phoneNumber),
    /** Time of the last fetch. */
    readAt: timeOrNull,
  }),
  /** Fetches and stores the list. Errors: those of a request. */
  'phoneNumbers.refresh': engineCommand(owner, {}),
  /** Parses a typed number. */
  'phoneNumbers.read': engineCommand({ text: z.string().max(maxNumberLength) }, reading),
  /** Registers a parsed number, or restores a deleted one. Errors: those of a request. */
  'phoneNumbers.add': engineCommand(
    { ...owner, phoneNumber: registrable, name: longLabel },
    { number: phoneNumber },
  ),
  /** Renames a number, replaces it, or both. Errors: those of a request. */
  'phoneNumbers.change': engineCommand(
    {
      ...owner,
      phoneNumberID: z.string().min(1).max(200),
      /** If only the name changes, it may be a number that the app would not register. */
      phoneNumber: z.string().regex(/^\+\d{1,15}$/),
      name: longLabel,
    },
    { number: phoneNumber },
  ),
  /** Succeeds if the number is already gone. Errors: those of a request. */
  'phoneNumbers.remove': engineCommand({ ...owner, phoneNumberID: z.string().min(1).max(200) }, {}),
  /** Parses a pasted list or a CSV file without a request. Errors: `invalid_input` beyond `maxNumberRows`. */
  'phoneNumbers.preview': engineCommand(
    { ...owner, text: z.string().max(maxListLength) },
    { rows: z.array(previewRow), readAt: timeOrNull },
  ),
  /** Registers numbers; `outcomes` has their order. Errors: those of a request, if the list cannot be read first. */
  'phoneNumbers.addMany': engineCommand(
    {
      ...owner,
      numbers: z
        .array(newNumber)
        .min(1)
        .max(maxNumbersAtOnce)
        .refine(
          (numbers) => new Set(numbers.map((number) => number.phoneNumber)).size === numbers.length,
          'a number appears twice',
        ),
    },
    { outcomes: z.array(outcome) },
  ),
} as const;
