/**
 * The interface generations, by their names in profiles. No other file names one: to remove a
 * generation, delete its folder and its line.
 */
export { v4 } from './v4/generation.ts';
/** @public looked up by name (choose.ts) */
export { legacy } from './legacy/generation.ts';
