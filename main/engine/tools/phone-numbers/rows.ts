/** Stores copies of the registered phone numbers, which each list of the service replaces. */
import type { PhoneNumber } from '../../../../contract/commands/phone-numbers.ts';
import type { AccountID } from '../../../../contract/records.ts';
import type { NewPhoneNumber, PhoneNumberRecord } from '../../accounts/service.ts';
import { listAccounts } from '../../accounts/rows.ts';
import type { Store } from '../../platform/store/store.ts';
import { listCoveredBusinesses } from '../../leads/businesses.ts';

export type Owner = { readonly accountID: AccountID; readonly businessID: string };

/** Formats a number as "(512) 555-0100"; one from elsewhere keeps its E.164 form. */
const formatNumber = (phoneNumber: string): string =>
  phoneNumber.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

/** Uses the formatted number as the missing name, because the service may require one. */
export const fillName = ({ phoneNumber, name }: NewPhoneNumber): NewPhoneNumber => ({
  phoneNumber,
  name: name === '' ? formatNumber(phoneNumber) : name,
});

/** Returns the professional's name for a number, or ''. */
const dropFilledName = (phoneNumber: string, name: string): string =>
  name === formatNumber(phoneNumber) ? '' : name;

type Row = Omit<PhoneNumber, 'isDeleted'> & { readonly isDeleted: number };

/** The service counts the registration as an activity. */
const deriveLastUse = ({ createdTime, lastActivityTime }: PhoneNumberRecord): number | null =>
  lastActivityTime === undefined || lastActivityTime <= (createdTime ?? 0)
    ? null
    : lastActivityTime;

/** Lists the numbers of a business, live ones before deleted ones, then by name, those without a name last. */
export const listPhoneNumbers = (
  store: Store,
  { accountID, businessID }: Owner,
): readonly PhoneNumber[] => {
  const sql = `SELECT account_id AS accountID, business_id AS businessID,
      phone_number_id AS phoneNumberID, phone_number AS phoneNumber, name, is_deleted AS isDeleted,
      created_at AS createdAt, last_used_at AS lastUsedAt
    FROM phone_numbers WHERE account_id = ? AND business_id = ?
    ORDER BY is_deleted, name = '', name COLLATE NOCASE, phone_number, phone_number_id`;
  return store
    .prepare<[string, string], Row>(sql)
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
      name: dropFilledName(record.phoneNumber, record.name ?? ''),
      isDeleted: record.isDeleted === true ? 1 : 0,
      createdAt: record.createdTime ?? null,
      lastUsedAt: deriveLastUse(record),
      record: JSON.stringify(record),
    });

/** Marks the numbers as deleted that are not among `listed`. */
export const markUnlisted = (store: Store, owner: Owner, listed: readonly string[]): void => {
  const params = { ...owner, listed: JSON.stringify(listed) };
  const sql = `UPDATE phone_numbers SET is_deleted = 1
    WHERE account_id = @accountID AND business_id = @businessID AND is_deleted = 0
      AND phone_number_id NOT IN (SELECT value FROM json_each(@listed))`;
  store.prepare<[typeof params]>(sql).run(params);
};

export const markDeleted = (store: Store, owner: Owner, phoneNumberID: string): void => {
  const params = { ...owner, phoneNumberID };
  const sql = `UPDATE phone_numbers SET is_deleted = 1 WHERE account_id = @accountID
      AND business_id = @businessID AND phone_number_id = @phoneNumberID`;
  store.prepare<[typeof params]>(sql).run(params);
};

/** Finds the time of the last fetched list, UTC milliseconds; null without one. */
export const findReadTime = (store: Store, { accountID, businessID }: Owner): number | null => {
  const sql =
    'SELECT read_at AS at FROM phone_number_lists WHERE account_id = ? AND business_id = ?';
  const read = store.prepare<[string, string], { at: number }>(sql);
  return read.get(accountID, businessID)?.at ?? null;
};

export const setReadTime = (store: Store, { accountID, businessID }: Owner, now: number): void => {
  const sql = `INSERT INTO phone_number_lists (account_id, business_id, read_at) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET read_at = excluded.read_at`;
  const put = store.prepare<[string, string, number]>(sql);
  put.run(accountID, businessID, now);
};

/** Lists the businesses of accounts with registered numbers. */
export const listNumberOwners = (store: Store, hasNumbers: (accountID: AccountID) => boolean) =>
  listAccounts(store)
    .filter(({ accountID }) => hasNumbers(accountID))
    .flatMap(({ accountID, profile, userName, connected }) =>
      listCoveredBusinesses(store, accountID).map(({ businessID, name }) => ({
        accountID,
        businessID,
        name,
        accountName: userName === '' ? profile.name : `${profile.name} · ${userName}`,
        connected,
      })),
    );
