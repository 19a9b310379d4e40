/** An engine that runs alone: no account is attached, and commands for the service fail. */
import { fail, type Answer } from '../../contract/errors.ts';
import type { EngineCommand, Handlers } from './platform/command/handler.ts';
import type { PhotoFetcher } from './photos/fetch.ts';

/** Answers a command that needs the service. */
export const serviceOff = (): Answer<never> =>
  fail('service_off', 'Hearthline runs without the marketplace.');

/** Commands that use the service or the internet, or receive from it. */
const serviceCommands: readonly EngineCommand[] = [
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
  ...(['webhooks.repair', 'webhooks.test'] as const),
];

/** Replaces the handlers of commands that need the service. */
export const withoutService = (handlers: Handlers<EngineCommand>): Handlers<EngineCommand> => ({
  ...handlers,
  ...Object.fromEntries(serviceCommands.map((name) => [name, serviceOff])),
});

/** Stored photos are still shown. */
export const noFetcher: PhotoFetcher = {
  fetch: () => Promise.resolve(serviceOff()),
  close: () => Promise.resolve(),
};
