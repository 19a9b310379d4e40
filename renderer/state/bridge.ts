/**
 * The window's side of the contract: two functions that the preload exposes. Everything the screen
 * knows comes through here. Only types are taken from the contract: its schemas would bring a
 * validator of 15 kB into the first paint, and main has checked every answer already.
 */
import type { CommandInput, CommandName, CommandOutput } from '../../contract/commands.ts';
import type { Answer } from '../../contract/errors.ts';
import type { EventName, EventPayload } from '../../contract/events.ts';

export type Bridge = {
  readonly invoke: <C extends CommandName>(
    command: C,
    input: CommandInput<C>,
  ) => Promise<Answer<CommandOutput<C>>>;
  readonly on: <E extends EventName>(
    event: E,
    listener: (payload: EventPayload<E>) => void,
  ) => () => void;
};

/**
 * Whether a command changes something. Asked for once more while it is still being done, that is not
 * done twice: both have the one answer. What reads is asked each time, because it must see the newest
 * state; a reply and a draft have an id of their own.
 */
const isDeed: Readonly<Record<CommandName, boolean>> = {
  'connect.accounts': false,
  'connect.cancel': false,
  'connect.chooseProfile': true,
  'connect.disconnect': true,
  'connect.givenProfile': false,
  'connect.paste': true,
  'connect.practice': true,
  'connect.readProfile': true,
  'connect.remove': true,
  'connect.replaceProfile': true,
  'connect.start': true,
  'connection.check': true,
  'connection.contents': false,
  'connection.report': false,
  'deliveries.apply': true,
  'deliveries.get': false,
  'deliveries.list': false,
  'drafts.save': false,
  'leads.get': false,
  'leads.list': false,
  'leads.mark': true,
  'legacy.endpoints': false,
  'legacy.renew': true,
  'lookup.run': false,
  'messages.discard': true,
  'messages.retry': true,
  'messages.send': false,
  'messages.undo': true,
  'move.begin': true,
  'move.choose': true,
  'move.get': false,
  'move.match': true,
  'move.stop': true,
  'phoneNumbers.add': true,
  'phoneNumbers.addMany': true,
  'phoneNumbers.change': true,
  'phoneNumbers.list': false,
  'phoneNumbers.owners': false,
  'phoneNumbers.preview': false,
  'phoneNumbers.read': false,
  'phoneNumbers.refresh': false,
  'phoneNumbers.remove': true,
  'reviews.page': false,
  'settings.change': true,
  'settings.get': false,
  'shell.info': false,
  'shell.openLink': true,
  'shell.painted': false,
  'shell.restartEngine': true,
  'staging.createLead': true,
  'staging.preview': false,
  'staging.takeIn': true,
  'staging.thread': false,
  'thread.page': false,
  'thread.watch': false,
  'tunnel.check': false,
  'tunnel.lookAtHost': false,
  'tunnel.report': false,
  'tunnel.retry': true,
  'tunnel.setUp': true,
  'tunnel.trustHost': true,
  'views.counts': false,
  'webhooks.create': true,
  'webhooks.delete': true,
  'webhooks.enable': true,
  'webhooks.list': false,
  'webhooks.mend': true,
  'webhooks.removeCredentials': true,
  'webhooks.restore': true,
  'webhooks.setCredentials': true,
  'webhooks.test': true,
};

/**
 * The same bridge, whose calls always end in an answer (a broken line is `engine_unavailable`), and
 * whose deeds are done once however often they are pressed meanwhile.
 */
export const answering = (bridge: Bridge): Bridge => {
  const underWay = new Map<CommandName, { readonly input: string; readonly answer: unknown }>();

  const ask: Bridge['invoke'] = async (command, input) => {
    try {
      return await bridge.invoke(command, input);
    } catch {
      return {
        ok: false,
        error: { code: 'engine_unavailable', message: 'The app did not answer.' },
      };
    }
  };

  const askOnce: Bridge['invoke'] = (command, input) => {
    type Asked = ReturnType<typeof ask<typeof command>>;
    const asked = JSON.stringify(input);
    const same = underWay.get(command);
    // Only the latest is shared: after another one of its kind it would be a new deed.
    if (same?.input === asked) return same.answer as Asked;
    const answer = ask(command, input);
    const own = { input: asked, answer };
    underWay.set(command, own);
    void answer.then(() => {
      if (underWay.get(command) === own) underWay.delete(command);
    });
    return answer;
  };

  return {
    on: bridge.on,
    invoke: (command, input) => (isDeed[command] ? askOnce : ask)(command, input),
  };
};
