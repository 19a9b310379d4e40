/**
 * Stores the webhooks that this app has registered, one a business, with their credentials. Only the digest
 * of a password is stored.
 */
import type { Failure } from '../../../../../contract/errors.ts';
import { webhookState, type WebhookState } from '../../../../../contract/accounts.ts';
import type { AccountID } from '../../../../../contract/records.ts';
import type { Store } from '../../../platform/store/store.ts';
import { storedFailure, storedWord } from '../../../platform/store/stored.ts';

export type WebhookRow = {
  readonly accountID: AccountID;
  readonly businessID: string;
  /** The service's id; null until the service has it with these credentials. */
  readonly webhookID: string | null;
  /** The registered address, or null. */
  readonly url: string | null;
  /** The random part of the address. */
  readonly path: string;
  readonly username: string;
  /** SHA-256 of the password, hex. */
  readonly passwordDigest: string;
  readonly state: WebhookState;
  readonly reason: Failure | null;
  readonly checkedAt: number | null;
  readonly lastDeliveryAt: number | null;
};

type Row = Omit<WebhookRow, 'reason'> & { readonly reason: string | null };

const select = `
SELECT account_id AS accountID, business_id AS businessID, webhook_id AS webhookID, url, path,
  username, password_digest AS passwordDigest, state, reason, checked_at AS checkedAt,
  last_delivery_at AS lastDeliveryAt
FROM webhooks`;

const webhookOf = (row: Row): WebhookRow => ({
  ...row,
  state: storedWord(webhookState.options, row.state, 'failed'),
  reason: storedFailure(row.reason),
});

export const allWebhooks = (store: Store): readonly WebhookRow[] =>
  store.prepare<[], Row>('webhooks.all', select).all().map(webhookOf);

/** The webhook whose address ends in this path. */
export const webhookAt = (store: Store, path: string): WebhookRow | null => {
  const row = store.prepare<[string], Row>('webhooks.at', `${select} WHERE path = ?`).get(path);
  return row === undefined ? null : webhookOf(row);
};

/** The webhooks of an account. */
export const webhooksOf = (store: Store, accountID: string): readonly WebhookRow[] =>
  store
    .prepare<[string], Row>('webhooks.of', `${select} WHERE account_id = ?`)
    .all(accountID)
    .map(webhookOf);

/** Inserts or replaces a business's webhook; `lastDeliveryAt` stays. */
export const putWebhook = (store: Store, webhook: Omit<WebhookRow, 'lastDeliveryAt'>): void => {
  store
    .prepare<[Row]>(
      'webhooks.put',
      `INSERT INTO webhooks (account_id, business_id, webhook_id, url, path, username,
         password_digest, state, reason, checked_at)
       VALUES (@accountID, @businessID, @webhookID, @url, @path, @username, @passwordDigest, @state,
         @reason, @checkedAt)
       ON CONFLICT (account_id, business_id) DO UPDATE SET webhook_id = excluded.webhook_id,
         url = excluded.url, path = excluded.path, username = excluded.username,
         password_digest = excluded.password_digest, state = excluded.state,
         reason = excluded.reason, checked_at = excluded.checked_at`,
    )
    .run({
      ...webhook,
      reason: webhook.reason === null ? null : JSON.stringify(webhook.reason),
      lastDeliveryAt: null,
    });
};

export const noteDelivery = (
  store: Store,
  { accountID, businessID }: Pick<WebhookRow, 'accountID' | 'businessID'>,
  now: number,
): void => {
  store
    .prepare<[number, string, string]>(
      'webhooks.delivered',
      'UPDATE webhooks SET last_delivery_at = ? WHERE account_id = ? AND business_id = ?',
    )
    .run(now, accountID, businessID);
};

export const dropWebhook = (store: Store, accountID: string, businessID: string): void => {
  store
    .prepare<[string, string]>(
      'webhooks.drop',
      'DELETE FROM webhooks WHERE account_id = ? AND business_id = ?',
    )
    .run(accountID, businessID);
};
