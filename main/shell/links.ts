/** The one place that opens something outside the app (security rule 4). */
import { shell } from 'electron';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import { safeLink } from './safe-link.ts';

/** Opens a link that the person clicked. Errors: `invalid_input` for any other kind of address. */
export const openLink = async (text: string): Promise<Answer<Record<string, never>>> => {
  const link = safeLink(text);
  if (link === null) return fail('invalid_input', 'This kind of link is not opened.');
  await shell.openExternal(link);
  return succeed({});
};

/**
 * Opens the service's consent page in the system's browser. The address comes from a checked profile
 * (https, or http on this computer for the sandbox), never from a page.
 */
export const openConsentPage = async (address: string): Promise<void> => {
  await shell.openExternal(address);
};
