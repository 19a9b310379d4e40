/** Puts the outcome of a consent into the address that the professional is sent back to. */

/** `redirectURI` may have a query of its own; undefined values are left out. */
export const redirectWith = (
  redirectURI: string,
  result: Readonly<Record<string, string | undefined>>,
): string => {
  const address = new URL(redirectURI);
  for (const [name, value] of Object.entries(result))
    if (value !== undefined) address.searchParams.set(name, value);
  return address.href;
};

/** Query parameters of a request, each once: the first counts. */
export const queryOf = (query: unknown): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries((query ?? {}) as Record<string, string | string[]>).map(([name, value]) => [
      name,
      Array.isArray(value) ? value[0] : value,
    ]),
  );
