/** The errors of requests that a desktop signs (main/http/signed-request.ts). */

/** Errors that every signed request can have, with the HTTP status of each. */
export const signedErrors = {
  /** The request does not have its schema. */
  malformed: 400,
  /** The signature is missing or invalid. */
  unsigned: 401,
  /** The token's time differs from the hub's; `now` has the hub's. */
  clock: 401,
  /** The token was used before. */
  replayed: 401,
  /** The desktop was removed from the team. */
  revoked: 403,
  /** The hub has no record of the desktop: it never joined, or the hub has lost its data. */
  stranger: 403,
  /** Only an owner may do this. */
  not_owner: 403,
  /** The hub cannot answer now, for example without its store; `retry-after` has the seconds. */
  unavailable: 503,
} as const;
export type SignedErrorCode = keyof typeof signedErrors;
