/** Stores our webhooks, one per business, with only a digest of the password. */
import type { Failure } from '../../../../../../contract/errors.ts';
import { webhookState, type WebhookState } from '../../../../../../contract/accounts.ts';
import type { AccountID } from '../../../../../../contract/records.ts';
import type { Store } from '../../../../platform/store/store.ts';
import { readStoredFailure, readStoredWord } from '../../../../platform/store/stored.ts';

export type WebhookRow = {
  readonly accountID: AccountID;
  readonly businessID: string;
  /** The service's id; null until the service has it with these credentials. */
  readonly webhookID: string | null;
  readonly url: string | null;
  readonly path: string;
  readonly username: string;
  readonly passwordDigest: string;
  /** Credentials of a webhook that it has replaced, for deliveries on their way. */
  readonly earlier?: { readonly username: string; readonly passwordDigest: string } | undefined;
  /** It delivers to the team's hub, and all desktops of the team know the credentials. */
  readonly isShared: boolean;
  readonly state: WebhookState;
  readonly reason: Failure | null;
  readonly checkedAt: number | null;
  readonly lastDeliveryAt: number | null;
};

type Row = Omit<WebhookRow, 'reason' | 'isShared' | 'earlier'> & {
  readonly earlierName: string | null;
  readonly earlierDigest: string | null;
  readonly reason: string | null;
  readonly shared: 0 | 1;
};

const select = `
SELECT account_id AS accountID, business_id AS businessID, webhook_id AS webhookID, url, path,
  username, password_digest AS passwordDigest, earlier_username AS earlierName,
  earlier_password_digest AS earlierDigest, shared, state, reason, checked_at AS checkedAt,
  last_delivery_at AS lastDeliveryAt
FROM webhooks`;

const toWebhook = ({ shared, earlierName, earlierDigest, ...row }: Row): WebhookRow => ({
  ...row,
  ...(earlierName !== null &&
    earlierDigest !== null && {
      earlier: { username: earlierName, passwordDigest: earlierDigest },
    }),
  isShared: shared === 1,
  state: readStoredWord(webhookState.options, row.state, 'failed'),
  reason: readStoredFailure(row.reason),
});

export const listAllWebhooks = (store: Store): readonly WebhookRow[] =>
  store.prepare<[], Row>(select).all().map(toWebhook);

export const findWebhookAt = (store: Store, path: string): WebhookRow | null => {
  const row = store.prepare<[string], Row>(`${select} WHERE path = ?`).get(path);
  return row === undefined ? null : toWebhook(row);
};

export const listWebhooks = (store: Store, accountID: string): readonly WebhookRow[] => {
  const sql = `${select} WHERE account_id = ?`;
  return store.prepare<[string], Row>(sql).all(accountID).map(toWebhook);
};

export const findWebhookFor = (
  store: Store,
  accountID: string,
  businessID: string,
): WebhookRow | undefined => {
  const sql = `${select} WHERE account_id = ? AND business_id = ?`;
  const row = store.prepare<[string, string], Row>(sql).get(accountID, businessID);
  return row && toWebhook(row);
};

/** Inserts or replaces a business's webhook; `lastDeliveryAt` stays. */
export const putWebhook = (
  store: Store,
  { isShared, earlier, ...webhook }: Omit<WebhookRow, 'lastDeliveryAt'>,
): void => {
  const sql = `INSERT INTO webhooks (account_id, business_id, webhook_id, url, path, username,
      password_digest, earlier_username, earlier_password_digest, shared, state, reason, checked_at)
    VALUES (@accountID, @businessID, @webhookID, @url, @path, @username, @passwordDigest,
      @earlierName, @earlierDigest, @shared, @state, @reason, @checkedAt)
    ON CONFLICT (account_id, business_id) DO UPDATE SET webhook_id = excluded.webhook_id,
      url = excluded.url, path = excluded.path, username = excluded.username,
      password_digest = excluded.password_digest, earlier_username = excluded.earlier_username,
      earlier_password_digest = excluded.earlier_password_digest, shared = excluded.shared,
      state = excluded.state, reason = excluded.reason, checked_at = excluded.checked_at`;
  store.prepare<[Row]>(sql).run({
    ...webhook,
    reason: webhook.reason === null ? null : JSON.stringify(webhook.reason),
    earlierName: earlier?.username ?? null,
    earlierDigest: earlier?.passwordDigest ?? null,
    shared: isShared ? 1 : 0,
    lastDeliveryAt: null,
  });
};

/** Stores when the webhook with this path delivered, UTC milliseconds. */
export const recordDelivery = (store: Store, path: string, at: number): void => {
  const sql = 'UPDATE webhooks SET last_delivery_at = ? WHERE path = ?';
  store.prepare<[number, string]>(sql).run(at, path);
};

/** Stores when a webhook delivered to the team's hub, UTC milliseconds. */
export const recordRelayed = (
  store: Store,
  { accountID, webhookID }: { readonly accountID: string; readonly webhookID: string | null },
  at: number,
): void => {
  const sql = `UPDATE webhooks SET last_delivery_at = max(ifnull(last_delivery_at, 0), ?)
    WHERE account_id = ? AND webhook_id = ?`;
  store.prepare<[number, string, string | null]>(sql).run(at, accountID, webhookID);
};

/**
 * Drops the webhook with this path if it is another account's; true if it was. At the team's hub all accounts of a
 * business share one webhook.
 */
export const dropForeignWebhook = (store: Store, accountID: string, path: string): boolean => {
  const sql = 'DELETE FROM webhooks WHERE path = ? AND account_id <> ?';
  return store.prepare<[string, string]>(sql).run(path, accountID).changes > 0;
};

export const dropWebhook = (store: Store, accountID: string, businessID: string): void => {
  const sql = 'DELETE FROM webhooks WHERE account_id = ? AND business_id = ?';
  store.prepare<[string, string]>(sql).run(accountID, businessID);
};
