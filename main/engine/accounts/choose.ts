/** Chooses the generation of an account, once, by the name that its profile has. */
import type { GenerationName } from '../../../contract/generations.ts';
import type { Door } from './doors.ts';
import type { Generation } from './generation.ts';
import * as generations from './generations.ts';

/** What is left of accounts that are no more, or whose generation is no more, is read in this one. */
export const lastingGeneration: Generation = generations.v4;

/** The generation of a profile's name. */
export const generationNamed = (name: GenerationName): Generation =>
  (generations as Partial<Record<GenerationName, Generation>>)[name] ?? lastingGeneration;

/** Where services call us, whatever their generation. */
export const allDoors: readonly Door[] = Object.values(generations).flatMap(({ doors }) => doors);
