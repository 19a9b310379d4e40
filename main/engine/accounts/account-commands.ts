/** Commands that only some generations have, dispatched to the account that the input names. */
import { fail } from '../../../contract/errors.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { EngineCommand, Handlers } from '../platform/command/handler.ts';

export type WebhookCommand = Extract<EngineCommand, `webhooks.${string}`>;
export type PartnerCommand = Extract<EngineCommand, `legacy.${string}`>;
export type AccountCommand = WebhookCommand | PartnerCommand;

/** A record, so that the compiler finds a missing command. */
const commandNames: Readonly<Record<AccountCommand, true>> = {
  'webhooks.list': true,
  'webhooks.create': true,
  'webhooks.enable': true,
  'webhooks.setCredentials': true,
  'webhooks.removeCredentials': true,
  'webhooks.delete': true,
  'webhooks.restore': true,
  'webhooks.repair': true,
  'webhooks.test': true,
  'legacy.endpoints': true,
  'legacy.renew': true,
};

type Handler = (input: { readonly accountID: AccountID }) => unknown;

/** Errors: `not_found` for an unknown account, or when its generation lacks the command. */
export const createAccountCommands = (
  findAccount: (
    accountID: AccountID,
  ) => { readonly commands: Partial<Handlers<AccountCommand>> } | null,
): Handlers<AccountCommand> => {
  const handlers = Object.keys(commandNames).map((name) => {
    const handler: Handler = (input) => {
      const handle = findAccount(input.accountID)?.commands[name as AccountCommand] as
        | Handler
        | undefined;
      return (
        handle?.(input) ?? fail('not_found', 'There is no such account, or it lacks this command.')
      );
    };
    return [name, handler];
  });
  return Object.fromEntries(handlers) as Handlers<AccountCommand>;
};
