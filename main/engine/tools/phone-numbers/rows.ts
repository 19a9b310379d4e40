/** Stored copies of the registered phone numbers; each list of the service replaces them. */
import type { PhoneNumber } from '../../../../contract/commands/phone-numbers.ts';
import type { AccountID } from '../../../../contract/records.ts';
import type { NewPhoneNumber, PhoneNumberRecord } from '../../accounts/service.ts';
import { allAccounts } from '../../accounts/rows.ts';
import type { Store } from '../../platform/store/store.ts';
import { coveredBusinesses } from '../../leads/businesses.ts';

export type Owner = { readonly accountID: AccountID; readonly businessID: string };

/** "(512) 555-0100", or the E.164 form of a number from elsewhere. */
const digitsAsName = (phoneNumber: string): string =>
  phoneNumber.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

/** Uses the digits as the name of a number without one, because the service may require a name. */
export const withName = ({ phoneNumber, name }: NewPhoneNumber): NewPhoneNumber => ({
  phoneNumber,
  name: name === '' ? digitsAsName(phoneNumber) : name,
});

/** The professional's name for a number, or empty. */
const nameOf = (phoneNumber: string, name: string): string =>
  name === digitsAsName(phoneNumber) ? '' : name;

type Row = Omit<PhoneNumber, 'isDeleted'> & { readonly isDeleted: number };

/** The service reports the registration as an activity, too. */
const usedAt = ({ createdTime, lastActivityTime }: PhoneNumberRecord): number | null =>
  lastActivityTime === undefined || lastActivityTime <= (createdTime ?? 0)
    ? null
    : lastActivityTime;

/** The numbers of a business, deleted ones too: live ones first, then by name, those without a name last. */
export const phoneNumbersOf = (
  store: Store,
  { accountID, businessID }: Owner,
): readonly PhoneNumber[] => {
  const sql = `SELECT account_id AS accountID, business_id AS businessID,
      phone_number_id AS phoneNumberID, phone_number AS phoneNumber, name, is_deleted AS isDeleted,
      created_at AS createdAt, last_used_at AS lastUsedAt
    FROM phone_numbers WHERE account_id = ? AND business_id = ?
    ORDER BY is_deleted, name = '', name COLLATE NOCASE, phone_number, phone_number_id`;
  return store
    .prepare<[string, string], Row>('phoneNumbers.of', sql)
    .all(accountID, businessID)
    .map((row) => ({ ...row, isDeleted: row.isDeleted === 1 }));
};

/** Stores a record of the service. */
export const putPhoneNumber = (
  store: Store,
  { accountID, businessID }: Owner,
  record: PhoneNumberRecord,
): void =>
  void store
    .prepare<[Row & { readonly record: string }]>(
      'phoneNumbers.put',
      `INSERT INTO phone_numbers (account_id, business_id, phone_number_id, phone_number, name,
         is_deleted, created_at, last_used_at, record)
       VALUES (@accountID, @businessID, @phoneNumberID, @phoneNumber, @name, @isDeleted, @createdAt,
         @lastUsedAt, @record)
       ON CONFLICT DO UPDATE SET phone_number = excluded.phone_number, name = excluded.name,
         is_deleted = excluded.is_deleted, created_at = excluded.created_at,
         last_used_at = excluded.last_used_at, record = excluded.record
       WHERE (record, is_deleted) IS NOT (excluded.record, excluded.is_deleted)`,
    )
    .run({
      accountID,
      businessID,
      phoneNumberID: record.phoneNumberID,
      phoneNumber: record.phoneNumber,
      name: nameOf(record.phoneNumber, record.name ?? ''),
      isDeleted: record.isDeleted === true ? 1 : 0,
      createdAt: record.createdTime ?? null,
      lastUsedAt: usedAt(record),
      record: JSON.stringify(record),
    });

/** Marks numbers as deleted that are not among `listed`. */
export const deleteUnlisted = (store: Store, owner: Owner, listed: readonly string[]): void => {
  const params = { ...owner, listed: JSON.stringify(listed) };
  const sql = `UPDATE phone_numbers SET is_deleted = 1
    WHERE account_id = @accountID AND business_id = @businessID AND is_deleted = 0
      AND phone_number_id NOT IN (SELECT value FROM json_each(@listed))`;
  store.prepare<[typeof params]>('phoneNumbers.unlisted', sql).run(params);
};

export const markDeleted = (store: Store, owner: Owner, phoneNumberID: string): void => {
  const params = { ...owner, phoneNumberID };
  const sql = `UPDATE phone_numbers SET is_deleted = 1 WHERE account_id = @accountID
      AND business_id = @businessID AND phone_number_id = @phoneNumberID`;
  store.prepare<[typeof params]>('phoneNumbers.delete', sql).run(params);
};

/** Time when the list was last fetched, UTC milliseconds; null if it never was. */
export const listReadAt = (store: Store, { accountID, businessID }: Owner): number | null => {
  const sql =
    'SELECT read_at AS at FROM phone_number_lists WHERE account_id = ? AND business_id = ?';
  const read = store.prepare<[string, string], { at: number }>('phoneNumberLists.get', sql);
  return read.get(accountID, businessID)?.at ?? null;
};

export const setListRead = (store: Store, { accountID, businessID }: Owner, now: number): void => {
  const sql = `INSERT INTO phone_number_lists (account_id, business_id, read_at) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET read_at = excluded.read_at`;
  const put = store.prepare<[string, string, number]>('phoneNumberLists.put', sql);
  put.run(accountID, businessID, now);
};

/** The businesses that the service lists for each account with registered numbers. */
export const numberOwners = (store: Store, hasNumbers: (accountID: AccountID) => boolean) =>
  allAccounts(store)
    .filter(({ accountID }) => hasNumbers(accountID))
    .flatMap(({ accountID, profile, userName, connected }) =>
      coveredBusinesses(store, accountID).map(({ businessID, name }) => ({
        accountID,
        businessID,
        name,
        accountName: userName === '' ? profile.name : `${profile.name} · ${userName}`,
        connected,
      })),
    );
