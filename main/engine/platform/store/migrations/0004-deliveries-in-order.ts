/** An account's deliveries are listed newest first: without this its first page could read them all. */
export const name = 'deliveries-in-order';

export const sql = `
CREATE INDEX deliveries_in_order ON deliveries (account_id, delivery);
`;
