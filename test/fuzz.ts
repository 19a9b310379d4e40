/**
 * Number of runs of property tests: few in `npm test`, multiplied by HEARTHLINE_FUZZ. HEARTHLINE_FUZZ_SEED
 * repeats a failure that fast-check printed.
 */
const times = Number(process.env['HEARTHLINE_FUZZ'] ?? 1);
const seed = process.env['HEARTHLINE_FUZZ_SEED'];

/** Options for fast-check; `usual` is the number of runs in `npm test`. */
export const fuzz = (usual: number): { readonly numRuns: number; readonly seed?: number } => ({
  numRuns: usual * times,
  ...(seed !== undefined && { seed: Number(seed) }),
});

/** Timeout in milliseconds of a test that usually takes at most `seconds`. */
export const computeTimeout = (seconds: number): number => seconds * 1_000 * Math.max(1, times);
