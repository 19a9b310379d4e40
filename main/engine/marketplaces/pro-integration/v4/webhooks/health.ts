/** Assesses our webhook of a business and lists the repairs it needs. */
import type { Failure } from '../../../../../../contract/errors.ts';
import type { WebhookState } from '../../../../../../contract/accounts.ts';
import { listEventKinds } from '../../../../../../contract/event-kinds.ts';
import type { WebhookRecord } from '../service/records.ts';
import type { WebhookRow } from './rows.ts';

/** Kinds that our webhook must be subscribed to. */
export const eventTypes: readonly string[] = listEventKinds('subscription', 'required');

/** Kinds that it is subscribed to where the service accepts them. */
export const allEventTypes = [...eventTypes, ...listEventKinds('subscription', 'wanted')];

type Repair = 'remove' | 'register' | 'set_credentials' | 'enable' | 'widen';

export type Health = {
  readonly state: Exclude<WebhookState, 'failed'>;
  /** Our webhook's record at the service; null when none delivers to us now. */
  readonly record: WebhookRecord | null;
  /** In execution order. A webhook that only lacks reviews is `active` and widened. */
  readonly repairs: readonly Repair[];
};

const normalizeAddress = (address: string | null | undefined): string | null =>
  address != null && URL.canParse(address) ? new URL(address).href : null;

const assess = (record: WebhookRecord, own: WebhookRow): Omit<Health, 'record'> => {
  // The service cannot change the event kinds of a webhook, so it is recreated.
  if (!eventTypes.every((kind) => record.eventTypes.includes(kind)))
    return { state: 'wrong_kinds', repairs: ['remove', 'register'] };
  const isEnabled = record.enabled === true;
  const enableSteps = isEnabled ? [] : (['enable'] as const);
  if (record.authType !== 'Basic')
    return { state: 'without_credentials', repairs: ['set_credentials', ...enableSteps] };
  if (record.webhookID !== own.webhookID)
    return { state: 'unknown_credentials', repairs: ['set_credentials', ...enableSteps] };
  const hasAllKinds = allEventTypes.every((kind) => record.eventTypes.includes(kind));
  return {
    state: isEnabled ? 'active' : 'disabled',
    repairs: hasAllKinds ? enableSteps : [...enableSteps, 'widen'],
  };
};

/** `records`: webhooks at the service. `own`: our row, if registered. `url`: our address. */
export const computeHealth = (
  records: readonly WebhookRecord[],
  own: WebhookRow | undefined,
  url: string | null,
): Health => {
  if (url === null) return { state: 'not_possible', record: null, repairs: [] };
  // The service cannot change the address of a webhook, so a matching id proves the address even if
  // the service writes it differently.
  const matching = records.filter(
    ({ webhookID, webhookURL }) =>
      normalizeAddress(webhookURL) === normalizeAddress(url) ||
      (webhookID === own?.webhookID && own.url === url),
  );
  const record = matching.find(({ webhookID }) => webhookID === own?.webhookID) ?? matching[0];
  if (record === undefined || own === undefined)
    return { state: 'missing', record: null, repairs: ['register'] };
  return { ...assess(record, own), record };
};

/** State of a webhook by its last check, without a request. */
export const computeLastKnownState = (
  own: WebhookRow | undefined,
  url: string | null,
): WebhookState => {
  if (url === null) return own?.state === 'failed' ? 'failed' : 'not_possible';
  return own === undefined || own.state === 'not_possible' ? 'missing' : own.state;
};

/** Failures that do not concern the webhook itself. */
const unrelated = new Set([
  'offline',
  'timeout',
  'rate_limited',
  'service_unavailable',
  'connect_refused',
  'reconnect_needed',
]);

/** The state after a failed check. A failure that does not concern the webhook changes nothing. */
export const computeStateAfterFailure = (
  own: WebhookRow,
  url: string | null,
  error: Failure,
): WebhookState => {
  const isInOrder = own.state === 'active' && own.webhookID !== null && own.url === url;
  return isInOrder && unrelated.has(error.code) ? 'active' : 'failed';
};
