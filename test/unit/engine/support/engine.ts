/** An engine in this process without a service; the test sends commands as main does. */
import type { CommandInput, CommandOutput, CommandsOf } from '../../../../contract/commands.ts';
import { decodeAnswer } from '../../../../contract/encoded-answer.ts';
import type { Answer } from '../../../../contract/errors.ts';
import type { FromEngine, ToEngine } from '../../../../contract/port.ts';
import type { Clock } from '../../../../main/clock/clock.ts';
import { createEngine } from '../../../../main/engine/engine.ts';
import { someEngineFacts } from '../../../engine-facts.ts';
import { serveHere } from './serve.ts';
import { testClock, testLog, type LogLine } from './store.ts';

type Command = CommandsOf<'engine'>;

export type Ask = <C extends Command>(
  command: C,
  input: CommandInput<C>,
) => Promise<Answer<CommandOutput<C>>>;

/** Starts an engine on a data folder. */
export const startEngine = (
  dataFolder: string,
  clock: Clock = testClock(),
  isAlone = false,
): {
  readonly ask: Ask;
  readonly wake: () => void;
  readonly stop: () => Promise<void>;
  readonly sent: readonly FromEngine[];
  readonly logged: readonly LogLine[];
} => {
  let receive = (_: ToEngine): void => undefined;
  const waiting = new Map<number, (answer: never) => void>();
  const sent: FromEngine[] = [];
  const log = testLog();
  const engine = createEngine({
    dataFolder,
    accounts: null,
    isAlone,
    runs: someEngineFacts,
    port: {
      send: (message: FromEngine) => {
        sent.push(message);
        if (message.type === 'answer')
          waiting.get(message.id)?.(decodeAnswer(message.answer) as never);
      },
      onMessage: (listener) => {
        receive = listener;
      },
    },
    clock,
    random: { bytes: (count) => Buffer.alloc(count, 7), fraction: () => 0.5 },
    log,
    copyDatabase: () => Promise.resolve(null),
    openCheckpointer: () => ({
      checkpoint: () => Promise.resolve(true),
      end: () => Promise.resolve(),
    }),
    openServer: serveHere(clock),
  });
  let lastID = 0;
  return {
    ask: (command, input) =>
      new Promise((resolve) => {
        lastID += 1;
        waiting.set(lastID, resolve);
        receive({ type: 'invoke', id: lastID, command, input });
      }),
    wake: () => receive({ type: 'wake' }),
    stop: engine.stop,
    sent,
    logged: log.lines,
  };
};
