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

/** The same bridge, whose calls always end in an answer: a broken line is `engine_unavailable`. */
export const answering = (bridge: Bridge): Bridge => ({
  on: bridge.on,
  invoke: async (command, input) => {
    try {
      return await bridge.invoke(command, input);
    } catch {
      return {
        ok: false,
        error: { code: 'engine_unavailable', message: 'The app did not answer.' },
      };
    }
  },
});
