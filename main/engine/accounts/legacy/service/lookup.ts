/**
 * The legacy paths that only read (service.md, D and Versioning), one entry for each kind of lookup. Their
 * parameters and answers are documented nowhere but for the account info: those of the v4 paths are the
 * best guess, with a plain `utm_source` (Versioning 5).
 */
import type { LookupsOf } from '../../../../../contract/generations.ts';
import type { Transport } from '../../../platform/http/transport.ts';
import { lookerAt, outlineOf, type LookUp, type Outline, type Outlines } from '../../look-up.ts';

const get = (name: string, path: string, query: Readonly<Record<string, string>>): Outline => ({
  name: `legacy.${name}`,
  method: 'GET',
  path,
  query,
});

const outlines: Outlines<Exclude<LookupsOf<'legacy'>, 'accountInfo'>> = {
  businesses: ({ searchQuery, zipCode, utmSource, limit }) =>
    get('pros', '/v2/pros', {
      searchQuery,
      zipCode,
      utm_source: utmSource,
      limit: String(limit),
    }),
  olderBusinesses: ({ searchQuery, zipCode, utmSource, limit }) =>
    get('discoveryLitePros', '/v1/partners/discoverylite/pros', {
      searchQuery,
      zipCode,
      utm_source: utmSource,
      limit: String(limit),
    }),
  filtered: ({ userQuery, zipCode, utmSource, limit }) =>
    get('filteredPros', '/v2/filtered-pros', {
      userQuery,
      zipCode,
      utm_source: utmSource,
      limit: String(limit),
    }),
  recommendations: ({ zipCode, recommendationType, utmSource, limit }) =>
    get('categoryRecommendations', '/v2/category/recommendation', {
      zipCode,
      recommendationType,
      utm_source: utmSource,
      limit: String(limit),
    }),
  homecare: ({ zipCode, propertyType, utmSource }) =>
    get('homecareChecklist', '/v2/homecare/checklist', {
      zipCode,
      ...(propertyType === undefined ? {} : { propertyType }),
      utm_source: utmSource,
    }),
  keywords: ({ searchQuery, limit }) =>
    get('autocomplete', '/v2/autocomplete', { searchQuery, limit: String(limit) }),
};

/**
 * The lookups of one account.
 *
 * @param base the service's address, as its transport has it
 * @param accountInfoPath where the profile says that the account info is
 */
export const lookUpAt = (
  ask: Transport,
  base: URL,
  accountInfoPath: string | undefined,
): LookUp => {
  const look = lookerAt(ask, base);
  return async (question) => {
    const outline =
      question.kind !== 'accountInfo'
        ? outlineOf(outlines, question)
        : accountInfoPath === undefined
          ? null
          : get('accountInfo', accountInfoPath, {});
    return outline && look(outline, () => []);
  };
};
