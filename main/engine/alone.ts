/** An engine that runs alone: no account is attached, and commands for the service fail. */
import { fail, type Answer } from '../../contract/errors.ts';
import type { EngineCommand, Handlers } from './platform/command/handler.ts';
import type { PhotoFetcher } from './photos/fetch.ts';

export const failWithoutService = (): Answer<never> =>
  fail('service_off', 'Hearthline runs without the marketplace.');

/** Commands that use the service or the internet, or receive from it. */
const serviceCommands: readonly EngineCommand[] = [
  'connection.check',
  'legacy.renew',
  'lookup.run',
  'lookup.addLead',
  'move.begin',
  'move.choose',
  'move.match',
  'phoneNumbers.refresh',
  'phoneNumbers.read',
  'phoneNumbers.add',
  'phoneNumbers.change',
  'phoneNumbers.remove',
  'phoneNumbers.addMany',
  'reviews.page',
  'staging.ingest',
  'staging.thread',
  'tunnel.setUp',
  'tunnel.check',
  'tunnel.retry',
  'tunnel.readHostKey',
  'tunnel.trustHost',
  'webhooks.list',
  'webhooks.create',
  'webhooks.enable',
  'webhooks.setCredentials',
  'webhooks.removeCredentials',
  'webhooks.delete',
  'webhooks.restore',
  'webhooks.repair',
  'webhooks.test',
];

/** Replaces the handlers of commands that need the service. */
export const disableServiceCommands = (
  handlers: Handlers<EngineCommand>,
): Handlers<EngineCommand> => ({
  ...handlers,
  ...Object.fromEntries(serviceCommands.map((name) => [name, failWithoutService])),
});

/** Downloads nothing; stored photos are still shown. */
export const noFetcher: PhotoFetcher = {
  fetch: () => Promise.resolve(failWithoutService()),
  close: () => Promise.resolve(),
};
