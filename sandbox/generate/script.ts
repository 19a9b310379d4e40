/** The shape of a written conversation, in whatever language. */
import type { Exchange } from './trades/trade.ts';

/** What a customer writes who may send a photo with it. */
export type Said = { readonly text: string; readonly hasPhoto: boolean };

export type Script = {
  /** Customer and professional in turn, the customer first. */
  readonly lines: readonly (string | Said)[];
  /** Short exchanges for later, the customer first. */
  readonly afterwards: readonly (readonly [customer: string, business: string])[];
};

/** The answer of an exchange. */
export const lineWith = ({ answer, hasPhoto = false }: Exchange): Said => ({
  text: answer,
  hasPhoto,
});
