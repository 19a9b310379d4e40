/** Which addresses may be handed to the system (security rule 4). */

const allowed = ['https:', 'mailto:', 'tel:'];

/**
 * The address as it may be handed to the system, or null: https without credentials, mailto and tel
 * only, parsed and written anew so that nothing reaches the system that a parser did not see.
 */
export const safeLink = (text: string): string | null => {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!allowed.includes(url.protocol)) return null;
  if (url.username !== '' || url.password !== '') return null;
  return url.href;
};
