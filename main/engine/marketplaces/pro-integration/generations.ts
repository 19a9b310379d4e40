/**
 * The marketplace's interface generations, by their names in profiles. To remove one from the engine,
 * delete its folder and its line; choose.ts needs another fallback for v4.
 */
export { v4 } from './v4/generation.ts';
export { legacy } from './legacy/generation.ts';
