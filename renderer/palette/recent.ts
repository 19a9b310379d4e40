/** Recent choices of the palette, latest first, stored in this window. */
const key = 'hearthline.palette.recent';
const most = 5;

export const readRecent = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
};

export const keepRecent = (id: string): void => {
  const ids = [id, ...readRecent().filter((each) => each !== id)].slice(0, most);
  localStorage.setItem(key, JSON.stringify(ids));
};
