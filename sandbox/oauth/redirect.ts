/** Query strings of the OAuth pages. */

/** Adds the outcome of a consent to a redirect address, which may already have a query. */
export const buildRedirect = (
  redirectURI: string,
  result: Readonly<Record<string, string | undefined>>,
): string => {
  const address = new URL(redirectURI);
  for (const [name, value] of Object.entries(result))
    if (value !== undefined) address.searchParams.set(name, value);
  return address.href;
};

/** Returns the query parameters of a request; the first of repeated ones applies. */
export const parseQuery = (query: unknown): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries((query ?? {}) as Record<string, string | string[]>).map(([name, value]) => [
      name,
      Array.isArray(value) ? value[0] : value,
    ]),
  );
