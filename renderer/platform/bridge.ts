/**
 * The window's side of the contract: the two functions that the preload script exposes. It imports only types of the
 * contract, because the schemas would add 15 kB to the first paint. Answers come from main or the engine, and are
 * trusted.
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

/** The bridge as the preload script exposes it: answers are JSON. */
export type ExposedBridge = {
  readonly invoke: (command: CommandName, input: unknown) => Promise<string>;
  readonly on: Bridge['on'];
};

/** Parses the answers of the preload script's bridge. */
export const openBridge = ({ invoke, on }: ExposedBridge): Bridge => ({
  invoke: async (command, input) =>
    JSON.parse(await invoke(command, input)) as Answer<CommandOutput<typeof command>>,
  on,
});

/** Resolves to the failure of a call, or null. */
export const awaitFailure = async (call: Promise<Answer<unknown>>): Promise<Failure | null> => {
  const answer = await call;
  return answer.ok ? null : answer.error;
};

/**
 * Calls the listener when the engine is ready again. Calls during its first start wait for it, so that nothing is
 * stale then. The returned function ends it.
 */
export const onRestart = ({ on }: Pick<Bridge, 'on'>, listener: () => void): (() => void) => {
  let isAway = false;
  return on('engine', ({ state }) => {
    if (isAway && state === 'ready') listener();
    isAway = state !== 'ready';
  });
};

/**
 * Wraps a bridge so that its calls never throw (a broken connection becomes `engine_unavailable`), and an
 * action that is repeated while it runs is sent once.
 */
export const wrapBridge = (bridge: Bridge): Bridge => {
  const running = new Map<CommandName, { readonly input: string; readonly answer: unknown }>();

  const invoke: Bridge['invoke'] = async (command, input) => {
    try {
      return await bridge.invoke(command, input);
    } catch {
      return {
        ok: false,
        error: { code: 'engine_unavailable', message: 'The app did not answer.' },
      };
    }
  };

  const invokeOnce: Bridge['invoke'] = (command, input) => {
    const key = JSON.stringify(input);
    const latest = running.get(command);
    // Only the latest call is shared: repeating an earlier one is a new action.
    if (latest?.input === key) return latest.answer as ReturnType<typeof invoke<typeof command>>;
    const answer = invoke(command, input);
    const entry = { input: key, answer };
    running.set(command, entry);
    void answer.then(() => {
      if (running.get(command) === entry) running.delete(command);
    });
    return answer;
  };

  return {
    on: bridge.on,
    invoke: (command, input) => (uses[command] === 'action' ? invokeOnce : invoke)(command, input),
  };
};
