/**
 * The window's side of the contract: two functions that the preload exposes. Everything the screen
 * knows comes through here. Only types are taken from the contract: its schemas would bring a
 * validator of 15 kB into the first paint, and main has checked every answer already.
 */
import type { CommandInput, CommandName, CommandOutput } from '../../contract/commands.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import type { EventName, EventPayload } from '../../contract/events.ts';
import { uses } from './commands.ts';

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

/** Why what was asked for was not done; null when it was. */
export const errorOf = async (asked: Promise<Answer<unknown>>): Promise<Failure | null> => {
  const answer = await asked;
  return answer.ok ? null : answer.error;
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
    invoke: (command, input) => (uses[command] === 'deed' ? askOnce : ask)(command, input),
  };
};
