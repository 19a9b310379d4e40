/** Stores our webhooks, one a business, with only a digest of the password. */
import type { Failure } from '../../../../../../contract/errors.ts';
import { webhookState, type WebhookState } from '../../../../../../contract/accounts.ts';
import type { AccountID } from '../../../../../../contract/records.ts';
import type { Store } from '../../../../platform/store/store.ts';
import { storedFailure, storedWord } from '../../../../platform/store/stored.ts';

export type WebhookRow = {
  readonly accountID: AccountID;
  readonly businessID: string;
  /** The service's id; null until the service has it with these credentials. */
  readonly webhookID: string | null;
  readonly url: string | null;
  readonly path: string;
  readonly username: string;
  readonly passwordDigest: string;
  /** It leads to the team's hub, and all its desktops know the credentials. */
  readonly isShared: boolean;
  readonly state: WebhookState;
  readonly reason: Failure | null;
  readonly checkedAt: number | null;
  readonly lastDeliveryAt: number | null;
};

type Row = Omit<WebhookRow, 'reason' | 'isShared'> & {
  readonly reason: string | null;
  readonly shared: 0 | 1;
};

const select = `
SELECT account_id AS accountID, business_id AS businessID, webhook_id AS webhookID, url, path,
  username, password_digest AS passwordDigest, shared, state, reason, checked_at AS checkedAt,
  last_delivery_at AS lastDeliveryAt
FROM webhooks`;

const webhookOf = ({ shared, ...row }: Row): WebhookRow => ({
  ...row,
  isShared: shared === 1,
  state: storedWord(webhookState.options, row.state, 'failed'),
  reason: storedFailure(row.reason),
});

export const allWebhooks = (store: Store): readonly WebhookRow[] =>
  store.prepare<[], Row>('webhooks.all', select).all().map(webhookOf);

/** Returns the webhook whose endpoint has this path, or null. */
export const webhookAt = (store: Store, path: string): WebhookRow | null => {
  const row = store.prepare<[string], Row>('webhooks.at', `${select} WHERE path = ?`).get(path);
  return row === undefined ? null : webhookOf(row);
};

export const webhooksOf = (store: Store, accountID: string): readonly WebhookRow[] => {
  const sql = `${select} WHERE account_id = ?`;
  return store.prepare<[string], Row>('webhooks.of', sql).all(accountID).map(webhookOf);
};

export const webhookFor = (
  store: Store,
  accountID: string,
  businessID: string,
): WebhookRow | undefined => {
  const sql = `${select} WHERE account_id = ? AND business_id = ?`;
  const row = store.prepare<[string, string], Row>('webhooks.for', sql).get(accountID, businessID);
  return row && webhookOf(row);
};

/** Inserts or replaces a business's webhook; `lastDeliveryAt` stays. */
export const putWebhook = (
  store: Store,
  { isShared, ...webhook }: Omit<WebhookRow, 'lastDeliveryAt'>,
): void => {
  const sql = `INSERT INTO webhooks (account_id, business_id, webhook_id, url, path, username,
      password_digest, shared, state, reason, checked_at)
    VALUES (@accountID, @businessID, @webhookID, @url, @path, @username, @passwordDigest, @shared,
      @state, @reason, @checkedAt)
    ON CONFLICT (account_id, business_id) DO UPDATE SET webhook_id = excluded.webhook_id,
      url = excluded.url, path = excluded.path, username = excluded.username,
      password_digest = excluded.password_digest, shared = excluded.shared,
      state = excluded.state,
      reason = excluded.reason, checked_at = excluded.checked_at`;
  store.prepare<[Row]>('webhooks.put', sql).run({
    ...webhook,
    reason: webhook.reason === null ? null : JSON.stringify(webhook.reason),
    shared: isShared ? 1 : 0,
    lastDeliveryAt: null,
  });
};

export const noteDelivery = (
  store: Store,
  { accountID, businessID }: Pick<WebhookRow, 'accountID' | 'businessID'>,
  now: number,
): void => {
  const sql = 'UPDATE webhooks SET last_delivery_at = ? WHERE account_id = ? AND business_id = ?';
  store
    .prepare<[number, string, string]>('webhooks.delivered', sql)
    .run(now, accountID, businessID);
};

/** The same for a delivery that the team's hub received. */
export const noteRelayed = (
  store: Store,
  { accountID, webhookID }: { readonly accountID: string; readonly webhookID: string | null },
  at: number,
): void => {
  const sql = `UPDATE webhooks SET last_delivery_at = max(ifnull(last_delivery_at, 0), ?)
    WHERE account_id = ? AND webhook_id = ?`;
  store
    .prepare<[number, string, string | null]>('webhooks.relayed', sql)
    .run(at, accountID, webhookID);
};

/**
 * Drops the webhook with this path if it is another account's; true if it was. At the team's hub all accounts of a
 * business have the same one.
 */
export const takeWebhook = (store: Store, accountID: string, path: string): boolean =>
  store
    .prepare<[string, string]>(
      'webhooks.take',
      'DELETE FROM webhooks WHERE path = ? AND account_id <> ?',
    )
    .run(path, accountID).changes > 0;

export const dropWebhook = (store: Store, accountID: string, businessID: string): void => {
  const sql = 'DELETE FROM webhooks WHERE account_id = ? AND business_id = ?';
  store.prepare<[string, string]>('webhooks.drop', sql).run(accountID, businessID);
};
