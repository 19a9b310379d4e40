/**
 * Limits Chromium's DNS lookups to the hosts of updates and spelling dictionaries. Otherwise a compromised page could
 * send data out inside a host name, by WebRTC or a prefetch, which neither the session nor the content security
 * policy blocks (security rule 19). Main and the engine resolve names through Node.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAddress } from './updates/address.ts';

/** Where Chromium fetches dictionaries from, and itself, which is no name. */
const always = ['127.0.0.1', '*.gvt1.com'];

/** A comma in a name would begin another rule. */
const plainName = /^[\w.-]+$/;

const updateNames = (configuration: string): readonly string[] => {
  const address = readAddress(configuration);
  if (!address.ok) return [];
  if (address.value.provider === 'github') return ['github.com', '*.githubusercontent.com'];
  return [new URL(address.value.url).hostname].filter((name) => plainName.test(name));
};

/**
 * Chromium's rules for looking names up.
 *
 * @param configuration the text of the packager's `app-update.yml`, or null where there is none
 */
export const lookupRules = (configuration: string | null): string =>
  [...always, ...(configuration === null ? [] : updateNames(configuration))].reduce(
    (rules, name) => `${rules}, EXCLUDE ${name}`,
    'MAP * ~NOTFOUND',
  );

/** The text of a package's `app-update.yml`, or null. */
export const readConfiguration = (resources: string): string | null => {
  try {
    return readFileSync(join(resources, 'app-update.yml'), 'utf8');
  } catch {
    return null;
  }
};
