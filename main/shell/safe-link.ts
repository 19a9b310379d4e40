/** Decides which addresses may be passed to the system (security rule 4). */

const allowed = ['https:', 'mailto:', 'tel:'];

/** The re-serialized address; null unless https without credentials, mailto or tel. */
export const safeLink = (text: string): string | null => {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!allowed.includes(url.protocol)) return null;
  if (url.username !== '' || url.password !== '') return null;
  return url.href;
};
