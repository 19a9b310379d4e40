/**
 * The marketplace's interface generations, by their names in profiles. No other file names one: to
 * remove a generation from the engine, delete its folder and its line.
 */
export { v4 } from './v4/generation.ts';
export { legacy } from './legacy/generation.ts';
