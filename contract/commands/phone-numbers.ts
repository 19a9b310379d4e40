/**
 * The phone numbers that a business has registered at the service (service.md, K), and the calls of
 * the window about them. A number is registered in E.164; how people write it is read in the engine
 * (`phoneNumbers.read`, `phoneNumbers.preview`), never guessed on the way out.
 */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { longestList, longestNumber, longestNumberName, mostAtOnce } from '../limits.ts';
import { accountID } from '../records.ts';
import { command, noInput } from './command.ts';

/** North America's ten digits: all that is read from what people write. */
const e164 = z.string().regex(/^\+1[2-9]\d{2}[2-9]\d{6}$/);
/** All that the service takes (live-facts): what it had before can be put back as it was. */
const registrable = z.string().regex(/^\+1\d{1,14}$/);
const label = z.string().trim().max(longestNumberName);
/** Another program may have given a number a longer name than people are asked for here. */
const givenLabel = z.string().trim().max(10_000);
const owner = { accountID, businessID: z.string().min(1).max(200) };
const time = z.number().int().nullable();

export const phoneNumber = z
  .object({
    ...owner,
    phoneNumberID: z.string(),
    /** As the service has it, E.164 by its documentation. */
    phoneNumber: z.string(),
    name: z.string(),
    isDeleted: z.boolean(),
    createdAt: time,
    /** When a call or text last used it; null when it never was, or the service does not say. */
    lastUsedAt: time,
  })
  .readonly();
export type PhoneNumber = z.infer<typeof phoneNumber>;

/** A business whose numbers can be managed: the service lists it for a v4 account. */
export const numberOwner = z
  .object({
    ...owner,
    name: z.string(),
    accountName: z.string(),
    /** False when its numbers can only be read here. */
    connected: z.boolean(),
  })
  .readonly();
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
/** Why a text cannot be registered. */
export const mistake = z.enum(mistakes);
export type Mistake = z.infer<typeof mistake>;

/** `area`: the area code is not known to be in use. `elsewhere`: +1, but neither the US nor Canada. */
const doubt = z.enum(['area', 'elsewhere']);
export type Doubt = z.infer<typeof doubt>;

/** What a text says as a number that can be registered. */
export const reading = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), phoneNumber: e164, doubt: doubt.nullable() }),
  z.object({ ok: z.literal(false), mistake }),
]);
export type Reading = z.infer<typeof reading>;

export const previewRow = z
  .object({
    /** Its place in the list, from 1; a row with two numbers comes twice. */
    row: z.number().int(),
    /** The number as it was written. */
    given: z.string(),
    name: z.string(),
    verdict: z.discriminatedUnion('state', [
      z.object({ state: z.literal('new'), phoneNumber: e164, doubt: doubt.nullable() }),
      z.object({ state: z.literal('double'), phoneNumber: e164, firstRow: z.number().int() }),
      z.object({ state: z.literal('registered'), phoneNumber: e164, as: z.string() }),
      z.object({ state: z.literal('unusable'), mistake }),
    ]),
  })
  .readonly();
export type PreviewRow = z.infer<typeof previewRow>;

/** What became of one number of a list that was sent. */
export const outcome = z.discriminatedUnion('state', [
  z.object({ state: z.literal('added') }),
  /** The business had it already. */
  z.object({ state: z.literal('registered') }),
  z.object({ state: z.literal('refused'), error: failure }),
  /** The service certainly does not have it: something stopped the work before, or during, its turn. */
  z.object({ state: z.literal('untried'), error: failure }),
  /** It was sent, the answer was lost, and the list could not be read either. */
  z.object({ state: z.literal('unknown'), error: failure }),
]);
export type Outcome = z.infer<typeof outcome>;

const toRegister = z.strictObject({ phoneNumber: e164, name: label });

export const phoneNumberCommands = {
  /** The businesses to choose from, by name. */
  'phoneNumbers.owners': command(
    'engine',
    noInput,
    z.strictObject({ owners: z.array(numberOwner) }),
  ),
  /** What this computer knows, offline too: live numbers first, each part by name. */
  'phoneNumbers.list': command(
    'engine',
    z.strictObject(owner),
    z.strictObject({
      numbers: z.array(phoneNumber),
      /** When the service was last asked; null when it never was. */
      readAt: time,
    }),
  ),
  /** Asks the service for the list and keeps it. */
  'phoneNumbers.refresh': command('engine', z.strictObject(owner), z.strictObject({})),
  /** Reads a number as people write it. */
  'phoneNumbers.read': command(
    'engine',
    z.strictObject({ text: z.string().max(longestNumber) }),
    reading,
  ),
  /** Registers a number as `phoneNumbers.read` returned it, or one that was deleted as it was. */
  'phoneNumbers.add': command(
    'engine',
    z.strictObject({ ...owner, phoneNumber: registrable, name: givenLabel }),
    z.strictObject({ number: phoneNumber }),
  ),
  /** Renames a number, puts another in its place, or both. */
  'phoneNumbers.change': command(
    'engine',
    z.strictObject({
      ...owner,
      phoneNumberID: z.string().min(1).max(200),
      /** Also one that this app would not register: it stays as it is when only the name changes. */
      phoneNumber: z.string().regex(/^\+\d{1,15}$/),
      name: givenLabel,
    }),
    z.strictObject({ number: phoneNumber }),
  ),
  'phoneNumbers.remove': command(
    'engine',
    z.strictObject({ ...owner, phoneNumberID: z.string().min(1).max(200) }),
    z.strictObject({}),
  ),
  /** Reads a pasted list or a CSV file; nothing is sent. */
  'phoneNumbers.preview': command(
    'engine',
    z.strictObject({ ...owner, text: z.string().max(longestList) }),
    z.strictObject({ rows: z.array(previewRow), readAt: time }),
  ),
  /**
   * Registers many; each has its own outcome, in the order given. Fails as a whole, with nothing
   * sent, when the service's list cannot be read first.
   */
  'phoneNumbers.addMany': command(
    'engine',
    z.strictObject({
      ...owner,
      numbers: z
        .array(toRegister)
        .min(1)
        .max(mostAtOnce)
        .refine(
          (numbers) => new Set(numbers.map((number) => number.phoneNumber)).size === numbers.length,
          'a number comes twice',
        ),
    }),
    z.strictObject({ outcomes: z.array(outcome) }),
  ),
} as const;
