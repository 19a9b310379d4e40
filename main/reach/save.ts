/** Validates a typed channel and completes it with the secrets that it keeps. */
import {
  fieldMistake,
  fieldsOf,
  goesElsewhere,
  type ChannelKind,
} from '../../contract/channels.ts';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { ChannelRecord } from './book.ts';

type Typed = {
  readonly name: string;
  readonly kind: ChannelKind;
  readonly fields: Readonly<Record<string, string>>;
};

/**
 * The record to store. A secret that is not typed stays, unless the message would go elsewhere.
 * Errors: `invalid_input`, whose detail names the field.
 */
export const completeChannel = (
  { name, kind, fields }: Typed,
  before: ChannelRecord | null,
): Answer<ChannelRecord> => {
  const kept = before?.kind === kind ? before.fields : {};
  const isKept = (field: string): boolean => fields[field] === undefined && field in kept;
  const isElsewhere = goesElsewhere(fields, kept);
  const all: Record<string, string> = {};
  for (const [field, { secret }] of fieldsOf(kind)) {
    const mayKeep = secret === true && isKept(field) && !isElsewhere;
    const value = mayKeep ? (kept[field] ?? '') : (fields[field] ?? '').trim();
    if (fieldMistake(kind, field, value) !== null)
      return fail('invalid_input', 'A field of the channel is not valid.', { detail: field });
    all[field] = value;
  }
  // A name without its password, or the other way round, signs in nowhere.
  if (kind === 'email' && (all['username'] === '') !== (all['password'] === ''))
    return fail('invalid_input', 'User name and password belong together.', { detail: 'password' });
  return succeed({ name, kind, on: before?.on ?? true, fields: all });
};
