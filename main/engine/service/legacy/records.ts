/**
 * What the legacy interface answers, read tolerantly: only an id is demanded, every other field that is
 * missing or of an unexpected shape counts as not said. A name with `_pk` becomes one with `ID` here
 * (service.md, Versioning 4), so that nobody above this folder meets the old names.
 */
import { z } from 'zod';
import { id } from '../v4/records.ts';

const text = z.string().catch('');

/** The answer to a message (service.md, Message sent by a partner); the values are not documented. */
export const messageStatus = z
  .looseObject({ status: text })
  .transform(({ status }) => ({ status }));

/** Account info (service.md, D). */
export const accountInfo = z
  .looseObject({
    business_pk: id,
    business_name: text,
    client_id: text,
    scope: z
      .union([z.array(z.string()), z.string().transform((scopes) => scopes.split(/[\s,]+/))])
      .catch([]),
  })
  .transform((info) => ({
    businessID: info.business_pk,
    businessName: info.business_name,
    clientID: info.client_id,
    scopes: info.scope.filter((scope) => scope !== ''),
  }));
export type AccountInfo = Readonly<z.output<typeof accountInfo>>;

/** A JSON object as it came. */
export const anyRecord = z.record(z.string(), z.unknown());
