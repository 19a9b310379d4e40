/**
 * Keeps the engine running and carries calls to it. A call that was under way when the engine died is
 * answered with `engine_unavailable` and never repeated from here: the engine's own tables know what
 * was done. Calls made while it starts wait for it.
 */
import type { CommandsOf } from '../../contract/commands.ts';
import { fail, type Answer, type Failure } from '../../contract/errors.ts';
import type { EventPayload } from '../../contract/events.ts';
import type { AttachedAccount, FromEngine, ToEngine } from '../../contract/port.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Log } from '../log/log.ts';
import type { Child } from './child.ts';

export type EngineHost = {
  readonly ask: (command: CommandsOf<'engine'>, input: unknown) => Promise<Answer<unknown>>;
  readonly account: (account: AttachedAccount) => void;
  /** Removes an account's webhooks at the service; answers when that is done or has failed. */
  readonly detach: (accountID: AccountID) => Promise<Answer<unknown>>;
  readonly wake: () => void;
  /** Lets the engine finish what it is writing, then ends it; at most three seconds. */
  readonly stop: () => Promise<void>;
};

type Arguments = {
  readonly launch: () => Child;
  readonly dataFolder: string;
  readonly accounts: () => readonly AttachedAccount[];
  readonly accessToken: (accountID: AccountID, rejected: string | null) => Promise<Answer<string>>;
  readonly onState: (state: EventPayload<'engine'>) => void;
  readonly onMessage: (
    message: Extract<FromEngine, { type: 'changed' | 'notice' | 'badge' }>,
  ) => void;
  readonly log: Log;
};

const unavailable = fail('engine_unavailable', 'The part that keeps your leads is starting again.');
const restartDelays = [0, 500, 1_000, 2_000, 5_000, 10_000];
/** An engine that ran this long was healthy: its next end starts the delays from the beginning. */
const healthyAfter = 30_000;

export const startEngine = (args: Arguments): EngineHost => {
  const { log } = args;
  const pending = new Map<number, (answer: Answer<unknown>) => void>();
  let lastID = 0;
  let child: Child | null = null;
  let ready = false;
  let stopping = false;
  let refused: Failure | null = null;
  let restarts = 0;
  let waiting: (() => void)[] = [];

  const send = (message: ToEngine): void => child?.send(message);

  const settle = (state: EventPayload<'engine'>): void => {
    args.onState(state);
    const resume = waiting;
    waiting = [];
    for (const go of resume) go();
  };

  const receive = (message: FromEngine): void => {
    switch (message.type) {
      case 'ready':
        ready = true;
        settle({ state: 'ready' });
        return;
      case 'refused':
        refused = message.error;
        settle({ state: 'stopped', error: message.error });
        return;
      case 'answer': {
        const answer = pending.get(message.id);
        pending.delete(message.id);
        answer?.(message.answer);
        return;
      }
      case 'token':
        void args
          .accessToken(message.accountID, message.rejected)
          .then((answer) => send({ type: 'token', id: message.id, answer }));
        return;
      case 'changed':
      case 'notice':
      case 'badge':
        args.onMessage(message);
        return;
      case 'stopped':
        return;
    }
  };

  const launch = (): void => {
    const startedAt = Date.now();
    const own = args.launch();
    child = own;
    own.onMessage((message) => receive(message as FromEngine));
    own.stderr?.on('data', (text: Buffer) =>
      log.warn({ stderr: text.toString('utf8').slice(0, 2_000) }, 'the engine said'),
    );
    own.stdout?.resume();
    own.onExit((code) => {
      if (child !== own) return;
      child = null;
      ready = false;
      for (const answer of pending.values()) answer(unavailable);
      pending.clear();
      if (stopping || refused) return;
      if (Date.now() - startedAt > healthyAfter) restarts = 0;
      const delay = restartDelays[Math.min(restarts, restartDelays.length - 1)] ?? 0;
      restarts += 1;
      log.error({ code, delay }, 'the engine ended and is started again');
      args.onState({ state: 'restarting' });
      setTimeout(() => {
        if (!stopping) launch();
      }, delay);
    });
    send({ type: 'start', dataFolder: args.dataFolder, accounts: args.accounts() });
  };

  const call = async (message: (id: number) => ToEngine): Promise<Answer<unknown>> => {
    if (!ready && !refused && !stopping) await new Promise<void>((go) => waiting.push(go));
    if (refused) return { ok: false, error: refused };
    if (!child || !ready) return unavailable;
    const id = ++lastID;
    return new Promise((answer) => {
      pending.set(id, answer);
      send(message(id));
    });
  };

  launch();

  return {
    ask: (command, input) => call((id) => ({ type: 'invoke', id, command, input })),
    account: (account) => {
      // While it starts it gets the accounts of that moment; a ready engine is told.
      if (ready) send({ type: 'account', account });
      else waiting.push(() => send({ type: 'account', account }));
    },
    detach: (accountID) => call((id) => ({ type: 'detach', id, accountID })),
    wake: () => send({ type: 'wake' }),
    stop: async () => {
      stopping = true;
      const own = child;
      if (!own) return;
      await new Promise<void>((done) => {
        own.onExit(() => done());
        own.send({ type: 'stop' } satisfies ToEngine);
        setTimeout(() => {
          own.kill();
          done();
        }, 3_000);
      });
    },
  };
};
