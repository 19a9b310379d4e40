/**
 * What V8 is told in every program that we start beside the window. By itself it grows its young
 * generation by what the computer has, and after a burst of records keeps making short-lived ones in
 * its old generation, where they hold each other until the next full collection (docs/performance.md,
 * Memory).
 */
export const childMemory = ['--max-semi-space-size=4', '--no-allocation-site-pretenuring'] as const;
