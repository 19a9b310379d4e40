/**
 * Moves the highlight in a list of options. Returns the index that an arrow key leads to, beyond the ends to the
 * other end; null for other keys and without options. An index of -1 highlights none.
 */
export const chooseNextOption = (key: string, index: number, count: number): number | null => {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (index + 1) % count;
  return key === 'ArrowUp' ? (Math.max(index, 0) - 1 + count) % count : null;
};
