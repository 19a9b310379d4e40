/** Caching in maps. */
type Cache<K, V> = { get: (key: K) => V | undefined; set: (key: K, value: V) => unknown };

/** Returns the value of a key; computes and stores it when the map has none. */
export const getOrAdd = <K, V>(map: Cache<K, V>, key: K, compute: () => V): V => {
  const cached = map.get(key);
  if (cached !== undefined) return cached;
  const value = compute();
  map.set(key, value);
  return value;
};
