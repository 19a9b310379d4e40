/** Validates the input for a channel and adds its stored secrets. */
import {
  fieldMistake,
  fieldsOf,
  goesElsewhere,
  type ChannelKind,
} from '../../contract/channels.ts';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { ChannelRecord } from './book.ts';

type ChannelInput = {
  readonly name: string;
  readonly kind: ChannelKind;
  readonly fields: Readonly<Record<string, string>>;
};

/**
 * Returns the record to store. A secret that is not entered again stays, unless messages would go elsewhere.
 * Errors: `invalid_input`, whose detail names the field.
 */
export const completeChannel = (
  { name, kind, fields }: ChannelInput,
  before: ChannelRecord | null,
): Answer<ChannelRecord> => {
  const stored = before?.kind === kind ? before.fields : {};
  const isUnchanged = (field: string): boolean => fields[field] === undefined && field in stored;
  const isElsewhere = goesElsewhere(fields, stored);
  const all: Record<string, string> = {};
  for (const [field, { secret }] of fieldsOf(kind)) {
    const mayKeep = secret === true && isUnchanged(field) && !isElsewhere;
    const value = mayKeep ? (stored[field] ?? '') : (fields[field] ?? '').trim();
    if (fieldMistake(kind, field, value) !== null)
      return fail('invalid_input', 'A field of the channel is not valid.', { detail: field });
    all[field] = value;
  }
  // A user name without a password cannot sign in, nor a password without a user name.
  if (kind === 'email' && (all['username'] === '') !== (all['password'] === ''))
    return fail('invalid_input', 'User name and password belong together.', { detail: 'password' });
  return succeed({ name, kind, on: before?.on ?? true, fields: all });
};
