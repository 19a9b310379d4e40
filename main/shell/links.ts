/** The one place that opens something outside the app (security rule 4). */
import { clipboard, shell } from 'electron';
import type { CommandInput } from '../../contract/commands.ts';
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

/** The same page once more, or its address to paste into another browser. Errors: `not_found`. */
export const showConsent = async (
  { consentPage }: { readonly consentPage: (attemptID: string) => Answer<string> },
  { attemptID, where }: CommandInput<'connect.show'>,
): Promise<Answer<Record<string, never>>> => {
  const page = consentPage(attemptID);
  if (!page.ok) return page;
  if (where === 'clipboard') await clipboard.writeText(page.value);
  else await openConsentPage(page.value);
  return succeed({});
};
