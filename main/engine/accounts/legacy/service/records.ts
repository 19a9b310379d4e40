/**
 * Schemas of legacy responses: only ids are required, other missing or malformed fields are undefined.
 * Names with `_pk` become names with `ID` here (service.md, Versioning 4).
 */
import { z } from 'zod';
import { id, listOf, text } from '../../../platform/http/fields.ts';

/** Response to a message (service.md, Message sent by a partner); its values are undocumented. */
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
