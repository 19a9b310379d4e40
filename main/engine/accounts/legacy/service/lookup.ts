/**
 * The legacy paths that read the marketplace and have a v4 path today (service.md, Versioning). Their
 * parameters and answers are documented nowhere (those of the v4 paths are the best guess), so a caller
 * says what to ask and gets what came, with its `_pk` names.
 */
import type { Answer } from '../../../../../contract/errors.ts';
import type { Transport } from '../../../platform/http/transport.ts';
import { parse } from '../../../platform/http/parse.ts';
import type { Query } from '../../../platform/http/pages.ts';
import { anyRecord } from './records.ts';

/** Asks one path with a query string. Errors: those of a GET. */
export type Lookup = (query: Query) => Promise<Answer<Readonly<Record<string, unknown>>>>;

const paths = {
  /** Today `/v4/businesses/search`. */
  pros: '/v2/pros',
  /** The older path of `pros`. */
  discoveryLitePros: '/v1/partners/discoverylite/pros',
  /** Today `/v4/businesses/search-filtered`. */
  filteredPros: '/v2/filtered-pros',
  /** Today `/v4/categories/recommendations`. */
  categoryRecommendations: '/v2/category/recommendation',
  /** Today `/v4/categories/homecare`. */
  homecareChecklist: '/v2/homecare/checklist',
  /** Today `/v4/keywords`. */
  autocomplete: '/v2/autocomplete',
} as const;

export type LookupCalls = { readonly [Name in keyof typeof paths]: Lookup };

/** The lookups of one account. A bare list in the answer is given as `{data: […]}`. */
export const lookupCalls = (ask: Transport): LookupCalls => {
  const lookup =
    (name: keyof typeof paths): Lookup =>
    async (query) => {
      const call = { name: `legacy.${name}`, method: 'GET', path: paths[name], query } as const;
      const answer = await ask({ ...call, urgency: 'person', expects: 'record' });
      if (!answer.ok) return answer;
      return parse(anyRecord, Array.isArray(answer.value) ? { data: answer.value } : answer.value);
    };
  return {
    pros: lookup('pros'),
    discoveryLitePros: lookup('discoveryLitePros'),
    filteredPros: lookup('filteredPros'),
    categoryRecommendations: lookup('categoryRecommendations'),
    homecareChecklist: lookup('homecareChecklist'),
    autocomplete: lookup('autocomplete'),
  };
};
