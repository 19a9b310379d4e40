/** What each variable is called: keys of the locales' `variables`. */
import type { Variable } from '../../contract/template.ts';

export const variableNames = {
  'customer.firstName': 'firstName',
  'customer.name': 'name',
  'business.name': 'business',
  category: 'category',
  city: 'city',
  times: 'times',
  cursor: 'cursor',
} as const satisfies Record<Variable | 'cursor', string>;
