/** One thing to be delivered to the outside: an event to a webhook, or a legacy call to the partner. */
export type Shipment = {
  readonly eventType: string;
  /** Null for a legacy call. */
  readonly webhookID: string | null;
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Asked before each attempt: a webhook can be disabled or removed meanwhile. */
  readonly wanted: () => boolean;
  /** Called after the first attempt, however it ended. */
  readonly attempted?: () => void;
};
