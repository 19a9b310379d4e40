/**
 * The interface generations that accounts can have, by their names in profiles. Nobody else names one:
 * to take one out, delete its folder and its line.
 */
export { v4 } from './v4/generation.ts';
/** @public found by its name (choose.ts) */
export { legacy } from './legacy/generation.ts';
