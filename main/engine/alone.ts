/**
 * An engine that runs alone, without the service: started so when it had kept stopping, so that leads can
 * be read and drafts kept whatever it was that came in. No account is attached, nothing listens, nothing
 * leaves, and what was recorded waits. What would ask the service is refused by name, and no token is
 * asked for.
 */
import { fail, type Answer } from '../../contract/errors.ts';
import type { EngineCommand, Handlers } from './platform/command/handler.ts';
import type { PhotoFetcher } from './photos/fetch.ts';

export const serviceOff = (): Answer<never> =>
  fail('service_off', 'Hearthline runs without the marketplace.');

/** Commands that ask the service, or the internet, or have somebody from there come in. */
const asking: readonly EngineCommand[] = [
  'connection.check',
  'legacy.renew',
  ...(['lookup.run', 'lookup.addLead'] as const),
  ...(['move.begin', 'move.choose', 'move.match'] as const),
  ...(['phoneNumbers.refresh', 'phoneNumbers.read', 'phoneNumbers.add'] as const),
  ...(['phoneNumbers.change', 'phoneNumbers.remove', 'phoneNumbers.addMany'] as const),
  'reviews.page',
  ...(['staging.takeIn', 'staging.thread'] as const),
  ...(['tunnel.setUp', 'tunnel.check', 'tunnel.retry'] as const),
  ...(['tunnel.readHostKey', 'tunnel.trustHost'] as const),
  ...(['webhooks.list', 'webhooks.create', 'webhooks.enable', 'webhooks.setCredentials'] as const),
  ...(['webhooks.removeCredentials', 'webhooks.delete', 'webhooks.restore'] as const),
  ...(['webhooks.mend', 'webhooks.test'] as const),
];

/** The handlers, but for those that would ask the service. */
export const withoutService = (handlers: Handlers<EngineCommand>): Handlers<EngineCommand> => ({
  ...handlers,
  ...Object.fromEntries(asking.map((name) => [name, serviceOff])),
});

/** Fetches no photo; those that are kept are shown. */
export const noFetcher: PhotoFetcher = {
  fetch: () => Promise.resolve(serviceOff()),
  close: () => Promise.resolve(),
};
