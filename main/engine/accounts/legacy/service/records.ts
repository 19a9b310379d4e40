/**
 * What the legacy interface answers, read tolerantly: only an id is demanded, every other field that is
 * missing or of an unexpected shape counts as not said. A name with `_pk` becomes one with `ID` here
 * (service.md, Versioning 4), so that nobody above this folder meets the old names.
 */
import { z } from 'zod';
import { id, listOf, text } from '../../../platform/http/fields.ts';

/** The answer to a message (service.md, Message sent by a partner); the values are not documented. */
export const messageStatus = z
  .object({ status: text })
  .transform(({ status = '' }) => ({ status }));

/** Account info (service.md, D). */
export const accountInfo = z
  .object({ business_pk: id, business_name: text, client_id: text, scope: listOf(text) })
  .transform((info) => ({
    businessID: info.business_pk,
    businessName: info.business_name ?? '',
    clientID: info.client_id ?? '',
    scopes: info.scope.flatMap((scope) => scope.split(/[\s,]+/)).filter((scope) => scope !== ''),
  }));
export type AccountInfo = Readonly<z.output<typeof accountInfo>>;
