/** How long a reply may be. The same number as the contract's, whose module would bring its schemas. */
export const longestReply = 16_384;
/** From here on the composer counts what is left. */
export const nearLimit = 1_000;
