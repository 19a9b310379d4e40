/** Decides which addresses may be passed to the system (security rule 4). */

const allowed = ['https:', 'mailto:', 'tel:'];

/** Parses and re-serializes an address; null unless it is https without credentials, mailto or tel. */
export const parseSafeLink = (text: string): string | null => {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!allowed.includes(url.protocol)) return null;
  if (url.username !== '' || url.password !== '') return null;
  return url.href;
};
