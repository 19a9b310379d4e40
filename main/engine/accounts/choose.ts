/** Looks up the generation of an account by the name in its profile. */
import type { GenerationName } from '../../../contract/generations.ts';
import type { Endpoint } from './endpoints.ts';
import type { Generation } from './runtime.ts';
import * as generations from './generations.ts';

/** Parses records of removed accounts and of accounts whose generation was removed. */
export const fallbackGeneration: Generation = generations.v4;

export const generationNamed = (name: GenerationName): Generation =>
  (generations as Partial<Record<GenerationName, Generation>>)[name] ?? fallbackGeneration;

export const allEndpoints: readonly Endpoint[] = Object.values(generations).flatMap(
  ({ endpoints }) => endpoints,
);

const storedOnlyKinds = Object.values(generations).flatMap((each) => each.storedOnlyKinds);

/** Whether deliveries of an event kind change no lead and are only stored. */
export const isStoredOnly = (eventType: string): boolean =>
  storedOnlyKinds.some((kind) =>
    kind.endsWith('*') ? eventType.startsWith(kind.slice(0, -1)) : eventType === kind,
  );

/** `isStoredOnly` in SQL. */
export const storedOnlyCondition = `(${storedOnlyKinds
  .map((kind) => `event_type GLOB '${kind}'`)
  .join(' OR ')})`;
