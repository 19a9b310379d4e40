/** What every path of the v4 interface begins with (live-facts, Environments). */
export const api = '/api/v4';
