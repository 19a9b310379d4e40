/** Looks up the generation of an account by the name in its profile. */
import type { GenerationName } from '../../../contract/generations.ts';
import type { Endpoint } from '../accounts/endpoints.ts';
import type { Generation } from '../accounts/runtime.ts';
import * as marketplaces from './marketplaces.ts';

const generations = new Map<string, Generation>(
  Object.values(marketplaces).flatMap((each) => Object.entries(each)),
);

/** Parses records of removed accounts and of accounts whose generation was removed. */
export const fallbackGeneration: Generation = marketplaces.proIntegration.v4;

export const generationNamed = (name: GenerationName): Generation =>
  generations.get(name) ?? fallbackGeneration;

export const allEndpoints: readonly Endpoint[] = [...generations.values()].flatMap(
  ({ endpoints }) => endpoints,
);

/** Event kinds of deliveries that change no lead and are only stored. */
export const storedOnlyKinds: readonly string[] = [...generations.values()].flatMap(
  (each) => each.storedOnlyKinds,
);

/** Whether every generation stores events of this kind without applying them. */
export const isStoredOnly = (eventType: string): boolean =>
  storedOnlyKinds.some((kind) =>
    kind.endsWith('*') ? eventType.startsWith(kind.slice(0, -1)) : eventType === kind,
  );
