/**
 * Commands that an account answers itself, as its generation can: how its service is made to tell us
 * looks different for each, and with one that has nothing of the kind there is nothing to do.
 */
import { fail } from '../../../contract/errors.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { EngineCommand, Handlers } from '../platform/command/handler.ts';

export type WebhookCommand = Extract<EngineCommand, `webhooks.${string}`>;
export type PartnerCommand = Extract<EngineCommand, `legacy.${string}`>;
export type OwnCommand = WebhookCommand | PartnerCommand;

const isOwn: Readonly<Record<OwnCommand, true>> = {
  'webhooks.list': true,
  'webhooks.create': true,
  'webhooks.enable': true,
  'webhooks.setCredentials': true,
  'webhooks.removeCredentials': true,
  'webhooks.delete': true,
  'webhooks.restore': true,
  'webhooks.mend': true,
  'webhooks.test': true,
  'legacy.endpoints': true,
  'legacy.renew': true,
};

type Answering = (input: { readonly accountID: AccountID }) => unknown;

/**
 * Handlers that ask the account which the input names. `not_found` when none of that name is kept here,
 * or its generation has nothing of the kind.
 */
export const ownCommands = (
  of: (accountID: AccountID) => { readonly commands: Partial<Handlers<OwnCommand>> } | null,
): Handlers<OwnCommand> => {
  const handlers = Object.keys(isOwn).map((name) => {
    const handler: Answering = (input) => {
      const own = of(input.accountID)?.commands[name as OwnCommand] as Answering | undefined;
      return own?.(input) ?? fail('not_found', 'There is no such account, or it has none of this.');
    };
    return [name, handler];
  });
  return Object.fromEntries(handlers) as Handlers<OwnCommand>;
};
