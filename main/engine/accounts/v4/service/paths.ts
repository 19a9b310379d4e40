/** Prefix of every v4 path (live-facts, Environments). */
export const api = '/api/v4';
