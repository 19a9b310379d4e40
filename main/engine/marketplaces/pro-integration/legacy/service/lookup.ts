/**
 * Lookup calls of the legacy interface. All but the account info are undocumented: they are assumed
 * to be those of v4, with a plain `utm_source`.
 */
import type { LookupsOf } from '../../../../../../contract/generations.ts';
import type { Transport } from '../../../../platform/http/transport.ts';
import { findLookupCall, createLookupSender } from '../../../../accounts/look-up.ts';
import type { LookUp, LookupCall, LookupCalls, QuestionOf } from '../../../../accounts/look-up.ts';

const get = (name: string, path: string, query: Readonly<Record<string, string>>): LookupCall => ({
  name: `legacy.${name}`,
  method: 'GET',
  path,
  query,
});

const search =
  (name: string, path: string) =>
  (question: QuestionOf<'businesses' | 'olderBusinesses'>): LookupCall => {
    const { searchQuery, zipCode, utmSource, limit } = question;
    return get(name, path, { searchQuery, zipCode, utm_source: utmSource, limit: String(limit) });
  };

const calls: LookupCalls<Exclude<LookupsOf<'legacy'>, 'accountInfo'>> = {
  businesses: search('pros', '/v2/pros'),
  olderBusinesses: search('discoveryLitePros', '/v1/partners/discoverylite/pros'),
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

export const lookUpAt = (
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
          : get('accountInfo', accountInfoPath, {});
    return call && look(call, () => []);
  };
};
