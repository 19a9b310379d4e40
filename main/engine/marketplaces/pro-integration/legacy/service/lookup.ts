/**
 * Lookup calls of the legacy interface. All but the account info are undocumented: they are assumed
 * to be those of v4, with a plain `utm_source`.
 */
import type { LookupsOf } from '../../../../../../contract/generations.ts';
import type { Transport } from '../../../../platform/http/transport.ts';
import { findLookupCall, createLookupSender } from '../../../../accounts/look-up.ts';
import type { LookUp, LookupCall, LookupCalls, QuestionOf } from '../../../../accounts/look-up.ts';

const buildGet = (
  name: string,
  path: string,
  query: Readonly<Record<string, string>>,
): LookupCall => ({
  name: `legacy.${name}`,
  method: 'GET',
  path,
  query,
});

const buildSearch =
  (name: string, path: string) =>
  (question: QuestionOf<'businesses' | 'olderBusinesses'>): LookupCall => {
    const { searchQuery, zipCode, utmSource, limit } = question;
    return buildGet(name, path, {
      searchQuery,
      zipCode,
      utm_source: utmSource,
      limit: String(limit),
    });
  };

const calls: LookupCalls<Exclude<LookupsOf<'legacy'>, 'accountInfo'>> = {
  businesses: buildSearch('pros', '/v2/pros'),
  olderBusinesses: buildSearch('discoveryLitePros', '/v1/partners/discoverylite/pros'),
  filtered: ({ userQuery, zipCode, utmSource, limit }) =>
    buildGet('filteredPros', '/v2/filtered-pros', {
      userQuery,
      zipCode,
      utm_source: utmSource,
      limit: String(limit),
    }),
  recommendations: ({ zipCode, recommendationType, utmSource, limit }) =>
    buildGet('categoryRecommendations', '/v2/category/recommendation', {
      zipCode,
      recommendationType,
      utm_source: utmSource,
      limit: String(limit),
    }),
  homecare: ({ zipCode, propertyType, utmSource }) =>
    buildGet('homecareChecklist', '/v2/homecare/checklist', {
      zipCode,
      ...(propertyType === undefined ? {} : { propertyType }),
      utm_source: utmSource,
    }),
  keywords: ({ searchQuery, limit }) =>
    buildGet('autocomplete', '/v2/autocomplete', { searchQuery, limit: String(limit) }),
};

export const createLegacyLookUp = (
  ask: Transport,
  base: URL,
  accountInfoPath: string | undefined,
): LookUp => {
  const look = createLookupSender(ask, base);
  return async (question) => {
    const call =
      question.kind !== 'accountInfo'
        ? findLookupCall(calls, question)
        : accountInfoPath === undefined
          ? null
          : buildGet('accountInfo', accountInfoPath, {});
    return call && look(call, () => []);
  };
};
