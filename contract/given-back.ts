/** A reply that is taken back stands first, before what was written since; the one place that joins them. */

/**
 * The draft after a reply was taken back.
 *
 * @param text the reply's own text
 * @param written what stands in the composer
 */
export const withReplyBack = (text: string, written: string): string =>
  written.trim() === '' ? text : `${text}\n\n${written}`;
