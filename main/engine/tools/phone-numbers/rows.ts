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

const select = `
SELECT account_id AS accountID, business_id AS businessID, phone_number_id AS phoneNumberID,
  phone_number AS phoneNumber, name, is_deleted AS isDeleted, created_at AS createdAt,
  last_used_at AS lastUsedAt
FROM phone_numbers WHERE account_id = ? AND business_id = ?`;

/** The service reports the registration as an activity, too. */
const usedAt = ({ createdTime, lastActivityTime }: PhoneNumberRecord): number | null =>
  lastActivityTime === undefined || lastActivityTime <= (createdTime ?? 0)
    ? null
    : lastActivityTime;

const numberOf = (row: Row): PhoneNumber => ({ ...row, isDeleted: row.isDeleted === 1 });

/** The numbers of a business: live ones first, then by name, those without a name last. */
export const phoneNumbersOf = (
  store: Store,
  { accountID, businessID }: Owner,
): readonly PhoneNumber[] =>
  store
    .prepare<[string, string], Row>(
      'phoneNumbers.of',
      `${select} ORDER BY is_deleted, name = '', name COLLATE NOCASE, phone_number, phone_number_id`,
    )
    .all(accountID, businessID)
    .map(numberOf);

/** Deleted ones too. */
export const phoneNumberByID = (
  store: Store,
  { accountID, businessID }: Owner,
  phoneNumberID: string,
): PhoneNumber | null => {
  const row = store
    .prepare<[string, string, string], Row>('phoneNumbers.get', `${select} AND phone_number_id = ?`)
    .get(accountID, businessID, phoneNumberID);
  return row === undefined ? null : numberOf(row);
};

/** Stores a record of the service; true if that changed anything. */
export const putPhoneNumber = (
  store: Store,
  { accountID, businessID }: Owner,
  record: PhoneNumberRecord,
): boolean =>
  store
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
    }).changes > 0;

/** Marks numbers as deleted that are not among `listed`; true if there were any. */
export const deleteUnlisted = (
  store: Store,
  { accountID, businessID }: Owner,
  listed: readonly string[],
): boolean =>
  store
    .prepare<[string, string, string]>(
      'phoneNumbers.unlisted',
      `UPDATE phone_numbers SET is_deleted = 1 WHERE account_id = ? AND business_id = ?
       AND is_deleted = 0 AND phone_number_id NOT IN (SELECT value FROM json_each(?))`,
    )
    .run(accountID, businessID, JSON.stringify(listed)).changes > 0;

export const markDeleted = (
  store: Store,
  { accountID, businessID }: Owner,
  phoneNumberID: string,
): void => {
  store
    .prepare<[string, string, string]>(
      'phoneNumbers.delete',
      `UPDATE phone_numbers SET is_deleted = 1
       WHERE account_id = ? AND business_id = ? AND phone_number_id = ?`,
    )
    .run(accountID, businessID, phoneNumberID);
};

/** Time when the list was last fetched, UTC milliseconds; null if it never was. */
export const listReadAt = (store: Store, { accountID, businessID }: Owner): number | null =>
  store
    .prepare<[string, string], { at: number }>(
      'phoneNumberLists.get',
      'SELECT read_at AS at FROM phone_number_lists WHERE account_id = ? AND business_id = ?',
    )
    .get(accountID, businessID)?.at ?? null;

export const setListRead = (store: Store, { accountID, businessID }: Owner, now: number): void => {
  store
    .prepare<[string, string, number]>(
      'phoneNumberLists.put',
      `INSERT INTO phone_number_lists (account_id, business_id, read_at) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET read_at = excluded.read_at`,
    )
    .run(accountID, businessID, now);
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
