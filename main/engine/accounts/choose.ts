/** Looks up the generation of an account by the name in its profile. */
import type { GenerationName } from '../../../contract/generations.ts';
import type { Endpoint } from './endpoints.ts';
import type { Generation } from './generation.ts';
import * as generations from './generations.ts';

/** Reads the records of removed accounts and of accounts whose generation was removed. */
export const fallbackGeneration: Generation = generations.v4;

export const generationNamed = (name: GenerationName): Generation =>
  (generations as Partial<Record<GenerationName, Generation>>)[name] ?? fallbackGeneration;

/** The endpoints of every generation. */
export const allEndpoints: readonly Endpoint[] = Object.values(generations).flatMap(
  ({ endpoints: doors }) => doors,
);
