/**
 * Limits Chromium's DNS lookups to hosts of updates and spelling dictionaries. Otherwise a compromised page could leak
 * data in a host name, by WebRTC or a prefetch, which neither session nor content security policy blocks (security
 * rule 19). Main and the engine resolve names through Node.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseUpdateAddress } from './updates/address.ts';

/** This computer, which needs no lookup, and the hosts of dictionaries. */
const alwaysAllowed = ['127.0.0.1', '*.gvt1.com'];

/** A comma in a name would start another rule. */
const plainName = /^[\w.-]+$/;

const listUpdateNames = (configuration: string): readonly string[] => {
  const address = parseUpdateAddress(configuration);
  if (!address.ok) return [];
  if (address.value.provider === 'github') return ['github.com', '*.githubusercontent.com'];
  return [new URL(address.value.url).hostname].filter((name) => plainName.test(name));
};

/** Builds Chromium's host resolver rules from the text of the package's `app-update.yml`. */
export const buildLookupRules = (configuration: string | null): string =>
  [...alwaysAllowed, ...(configuration === null ? [] : listUpdateNames(configuration))].reduce(
    (rules, name) => `${rules}, EXCLUDE ${name}`,
    'MAP * ~NOTFOUND',
  );

/** Reads the package's `app-update.yml`, or returns null. */
export const readConfiguration = (resources: string): string | null => {
  try {
    return readFileSync(join(resources, 'app-update.yml'), 'utf8');
  } catch {
    return null;
  }
};
