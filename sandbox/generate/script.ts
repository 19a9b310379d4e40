/** The shape of a written conversation, in whatever language. */
export type Script = {
  /** Customer and professional in turn, the customer first. */
  readonly lines: readonly string[];
  /** Short exchanges for later, the customer first. */
  readonly afterwards: readonly (readonly [customer: string, business: string])[];
};
