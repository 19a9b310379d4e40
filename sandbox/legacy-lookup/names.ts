/** Converts between legacy and v4 field names (service specification, versioning 4). */

/** Renames `businessID` to `business_pk` and the like, at every depth. */
export const withLegacyNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withLegacyNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name.replace(/ID$/, '_pk'),
      withLegacyNames(field),
    ]),
  );
};

/** Renames `zip_code` to `zipCode` and the like. */
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
