/** A customer's two newest forwarding numbers: a lead's delivery and its GET can differ, and both numbers ring. */
import { toDigits } from '../../../contract/search-words.ts';
import type { Store } from '../platform/store/store.ts';

/** Newest first. */
export const listPhones = (store: Store, lead: number): readonly string[] =>
  store
    .prepare<[number], { phone: string }>(
      'SELECT phone FROM lead_phones WHERE lead = ? ORDER BY place DESC LIMIT 2',
    )
    .all(lead)
    .map(({ phone }) => phone);

/** Stores a number, as the oldest one unless it `isNewest`; true when `listPhones` changed. */
export const keepPhone = (store: Store, lead: number, phone: string, isNewest: boolean) => {
  const before = listPhones(store, lead);
  if (isNewest ? before[0] === phone : before.includes(phone)) return false;
  store
    .prepare<[{ lead: number; digits: string; phone: string; isNewest: number }]>(
      `INSERT INTO lead_phones (lead, digits, phone, place)
       VALUES (@lead, @digits, @phone, ifnull((SELECT CASE @isNewest
         WHEN 1 THEN max(place) + 1 ELSE min(place) - 1 END FROM lead_phones WHERE lead = @lead), 0))
       ON CONFLICT DO UPDATE SET phone = excluded.phone, place = excluded.place
         WHERE @isNewest = 1 AND place < (SELECT max(place) FROM lead_phones WHERE lead = @lead)`,
    )
    .run({ lead, digits: toDigits(phone) || phone, phone, isNewest: Number(isNewest) });
  if (before.length === 0) return true;
  store
    .prepare<[{ lead: number }]>(
      `DELETE FROM lead_phones WHERE lead = @lead AND place NOT IN (
         SELECT place FROM lead_phones WHERE lead = @lead ORDER BY place DESC LIMIT 2)`,
    )
    .run({ lead });
  return listPhones(store, lead).join() !== before.join();
};

/** Moves the numbers of a merged lead behind those of the remaining one. */
export const copyPhones = (store: Store, from: number, to: number): void => {
  for (const phone of listPhones(store, from)) keepPhone(store, to, phone, false);
};
