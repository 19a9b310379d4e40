/**
 * Lookup calls of the legacy interface (service.md, D and Versioning). Except for the account info, their
 * parameters and responses are undocumented: those of v4 are assumed, with a plain `utm_source`
 * (Versioning 5).
 */
import type { LookupsOf } from '../../../../../contract/generations.ts';
import type { Transport } from '../../../platform/http/transport.ts';
import {
  lookupSender,
  outlineOf,
  type LookUp,
  type Outline,
  type Outlines,
} from '../../look-up.ts';

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
 * @param base the base address of the transport
 * @param accountInfoPath path of the account info in the profile
 */
export const lookUpAt = (
  ask: Transport,
  base: URL,
  accountInfoPath: string | undefined,
): LookUp => {
  const look = lookupSender(ask, base);
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
