/**
 * How our webhook of a business is doing, judged in one place for whoever asks: the check that repairs
 * it, the report of the connection and the list of webhooks.
 */
import type { Failure } from '../../../../../contract/errors.ts';
import type { WebhookState } from '../../../../../contract/accounts.ts';
import { reviewCreated } from '../../ingest/kinds.ts';
import type { WebhookRecord } from '../service/records.ts';
import type { WebhookRow } from './rows.ts';

/** What our webhook must be subscribed to. */
export const eventTypes = ['NegotiationCreatedV4', 'MessageCreatedV4'] as const;

/** What it is subscribed to where the service takes the kind. */
export const allEventTypes = [...eventTypes, reviewCreated] as const;

/** What brings a webhook at the service to what it should be, one call each. */
type Step = 'remove' | 'register' | 'set_credentials' | 'enable' | 'widen';

export type Health = {
  /** The first thing that is wrong, or `active`. */
  readonly state: Exclude<WebhookState, 'failed'>;
  /** Our webhook as the service holds it; null when it holds none that leads to us now. */
  readonly record: WebhookRecord | null;
  /**
   * In the order in which they are to be done; none for a webhook in order. One that works and lacks only
   * the reviews is `active`, and widened.
   */
  readonly mendedBy: readonly Step[];
};

const href = (address: string | null | undefined): string | null =>
  address != null && URL.canParse(address) ? new URL(address).href : null;

const judged = (record: WebhookRecord, own: WebhookRow): Omit<Health, 'record'> => {
  // The event kinds of a webhook cannot be changed (service.md, H): it is made anew.
  if (!eventTypes.every((kind) => record.eventTypes.includes(kind)))
    return { state: 'wrong_kinds', mendedBy: ['remove', 'register'] };
  const isEnabled = record.enabled === true;
  const enabling = isEnabled ? [] : (['enable'] as const);
  if (record.authType !== 'Basic')
    return { state: 'without_credentials', mendedBy: ['set_credentials', ...enabling] };
  if (record.webhookID !== own.webhookID)
    return { state: 'unknown_credentials', mendedBy: ['set_credentials', ...enabling] };
  const isWhole = allEventTypes.every((kind) => record.eventTypes.includes(kind));
  return {
    state: isEnabled ? 'active' : 'disabled',
    mendedBy: isWhole ? enabling : [...enabling, 'widen'],
  };
};

/**
 * How our webhook of a business stands at the service, and what mends it.
 *
 * @param held everything that the service holds for the business
 * @param own what is kept of our webhook; undefined before there was one
 * @param url where it should lead now; null when the service cannot reach us
 */
export const healthOf = (
  held: readonly WebhookRecord[],
  own: WebhookRow | undefined,
  url: string | null,
): Health => {
  if (url === null) return { state: 'not_possible', record: null, mendedBy: [] };
  // Its address cannot be changed (service.md, H): by its id it is where we registered it, however
  // the service writes that.
  const here = held.filter(
    ({ webhookID, webhookURL }) =>
      href(webhookURL) === href(url) || (webhookID === own?.webhookID && own.url === url),
  );
  const record = here.find(({ webhookID }) => webhookID === own?.webhookID) ?? here[0];
  if (record === undefined || own === undefined)
    return { state: 'missing', record: null, mendedBy: ['register'] };
  return { ...judged(record, own), record };
};

/** What is known of a webhook without asking: as the last check left it, where the service can reach us. */
export const lastKnownState = (own: WebhookRow | undefined, url: string | null): WebhookState => {
  if (url === null) return own?.state === 'failed' ? 'failed' : 'not_possible';
  return own === undefined || own.state === 'not_possible' ? 'missing' : own.state;
};

/** Failures that say nothing about the webhook itself. */
const passing = new Set(['offline', 'timeout', 'rate_limited']);

/** What a check that ended with `error` leaves of a webhook that should lead to `url`. */
export const stateAfterFailure = (
  own: WebhookRow,
  url: string | null,
  error: Failure,
): WebhookState => {
  const isInOrder = own.state === 'active' && own.webhookID !== null && own.url === url;
  return isInOrder && passing.has(error.code) ? 'active' : 'failed';
};
