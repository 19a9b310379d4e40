/**
 * How often the tests that guess ask: seldom in `npm test`, as many times more as HEARTHLINE_FUZZ says, and
 * with HEARTHLINE_FUZZ_SEED once more what fast-check has printed.
 */
const times = Number(process.env['HEARTHLINE_FUZZ'] ?? 1);
const seed = process.env['HEARTHLINE_FUZZ_SEED'];

/** What fast-check is told; `usual` is how many runs `npm test` has time for. */
export const fuzz = (usual: number): { readonly numRuns: number; readonly seed?: number } => ({
  numRuns: usual * times,
  ...(seed !== undefined && { seed: Number(seed) }),
});

/** How long a test may take that usually takes `seconds` at most, in milliseconds. */
export const patienceOf = (seconds: number): number => seconds * 1_000 * Math.max(1, times);
