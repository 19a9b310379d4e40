/** The only place that opens something outside the app (security rule 4). */
import { clipboard, shell } from 'electron';
import type { CommandInput } from '../../contract/commands.ts';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import { parseSafeLink } from './safe-link.ts';

/** Opens a clicked link. Errors: `invalid_input` for other kinds of addresses, `no_program`. */
export const openLink = async (text: string): Promise<Answer<Record<string, never>>> => {
  const link = parseSafeLink(text);
  if (link === null) return fail('invalid_input', 'This kind of link is not opened.');
  return shell.openExternal(link).then(
    () => succeed({}),
    () => fail('no_program', 'No program of this computer opened the link.'),
  );
};

/** Opens the consent page. Its address comes from a validated profile, never from a page. */
export const openConsentPage = (address: string): Promise<void> => shell.openExternal(address);

/** Opens the consent page again, or copies its address. Errors: `not_found`. */
export const showConsentPage = async (
  { getConsentPage }: { readonly getConsentPage: (attemptID: string) => Answer<string> },
  { attemptID, where }: CommandInput<'connect.show'>,
): Promise<Answer<Record<string, never>>> => {
  const page = getConsentPage(attemptID);
  if (!page.ok) return page;
  if (where === 'clipboard') await clipboard.writeText(page.value);
  else await openConsentPage(page.value);
  return succeed({});
};
