/** How legacy names differ from those of v4 (service specification, versioning 4): `_pk` where v4 has `ID`. */

/** The record with the names of the legacy interface: `businessID` becomes `business_pk`, at every depth. */
export const withLegacyNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withLegacyNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      name.replace(/ID$/, '_pk'),
      withLegacyNames(held),
    ]),
  );
};

/** Parameters with the names of v4: `zip_code` and `zipCode` are the same thing. */
export const withCamelNames = (parameters: unknown): unknown => {
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters))
    return parameters;
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value as unknown,
    ]),
  );
};
