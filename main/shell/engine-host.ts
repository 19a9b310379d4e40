/**
 * Keeps the engine running and sends calls to it. Calls during a start wait; calls that are pending at an exit fail
 * with `engine_unavailable` and are never repeated. After repeated exits the engine stays stopped until the person
 * restarts it, normally or alone.
 */
import type { CommandsOf } from '../../contract/commands.ts';
import { decodeAnswer, encodeAnswer } from '../../contract/encoded-answer.ts';
import { fail, type Answer, type Failure } from '../../contract/errors.ts';
import type { EventPayload } from '../../contract/events.ts';
import type { AttachedAccount, EngineFacts, FromEngine, ToEngine } from '../../contract/port.ts';
import type { AccountID } from '../../contract/records.ts';
import { pause as pauseFor, type Clock } from '../clock/clock.ts';
import { createSchedule } from '../clock/schedule.ts';
import type { Log } from '../log/log.ts';
import type { Child } from './child.ts';
import { watchEngine, type Watch } from './engine-watch.ts';
import { failInternally } from './internal-failure.ts';

export type EngineHost = ReturnType<typeof startEngine>;

/** Starts an engine process; `accounts` is null while they are unknown. */
export type EngineLaunch = (accounts: readonly AttachedAccount[] | null, isAlone: boolean) => Child;

/** A message that the host does not handle itself. */
export type EngineMessage = Exclude<
  FromEngine,
  { type: 'ready' | 'pong' | 'refused' | 'damaged' | 'answer' | 'token' | 'stopped' }
>;

const unavailable = encodeAnswer(
  fail('engine_unavailable', 'The part that keeps your leads is starting again.'),
);
const stoppedTooOften: Failure = {
  code: 'engine_stopped',
  message: 'The part that keeps your leads stopped three times within a minute.',
};
const maxExits = 3;
const exitsCountForMs = 60_000;
/** Longer, because detecting a frozen engine takes half a minute. */
const freezesCountForMs = 5 * 60_000;
const restartDelayMs = 500;
const stopPatienceMs = 3_000;

export const startEngine = (args: {
  readonly launch: EngineLaunch;
  readonly listAccounts: () => readonly AttachedAccount[] | null;
  readonly getAccessToken: (
    accountID: AccountID,
    rejected: string | null,
  ) => Promise<Answer<string>>;
  /** Called when a process is ready and has reported its facts. */
  readonly onReady: (facts: EngineFacts) => void;
  readonly onState: (state: EventPayload<'engine'>) => void;
  readonly onMessage: (message: EngineMessage) => void;
  readonly clock: Clock;
  readonly log: Log;
}) => {
  const { clock, log } = args;
  const pending = new Map<number, (answer: Uint8Array) => void>();
  let lastID = 0;
  let child: Child | null = null;
  let state: EventPayload<'engine'> = { state: 'restarting' };
  let isStopping = false;
  let isPaused = false;
  /** Expiry of each recent exit, by the steady clock. */
  let recentExits: readonly number[] = [];
  let runsAlone = false;
  let watch: Watch | null = null;
  let isFrozen = false;
  let waiting: (() => void)[] = [];

  const send = (message: ToEngine): void => child?.send(message);

  const setState = (next: EventPayload<'engine'>): void => {
    state = next;
    args.onState(next);
    if (next.state === 'restarting') return;
    const resume = waiting;
    waiting = [];
    for (const go of resume) go();
  };

  const receive = (message: FromEngine): void => {
    switch (message.type) {
      case 'ready':
        args.onReady(message.runs);
        watch = watchEngine({ ping: () => send({ type: 'ping' }), onFrozen: killFrozen, clock });
        return setState(runsAlone ? { state: 'ready', isAlone: true } : { state: 'ready' });
      case 'pong':
        return watch?.handlePong();
      case 'refused':
        return setState({ state: 'stopped', error: message.error });
      case 'damaged':
        log.error({}, 'the engine found its database damaged and starts again to repair it');
        return setState({ state: 'restarting', isRepairing: true });
      case 'answer': {
        const answer = pending.get(message.id);
        pending.delete(message.id);
        return answer?.(message.answer);
      }
      case 'token':
        return void args
          .getAccessToken(message.accountID, message.rejected)
          .catch((thrown: unknown) => {
            log.error({ err: thrown }, 'a request for an access token failed');
            return failInternally();
          })
          .then((answer) => send({ type: 'token', id: message.id, answer }));
      case 'changed':
      case 'notice':
      case 'withdraw':
      case 'reach':
      case 'badge':
      case 'quiet':
      case 'webhook':
      case 'team':
      case 'roster':
        return args.onMessage(message);
      // The engine reads what strangers write: no other message reaches main's services.
      case 'stopped':
        return;
    }
  };

  const killFrozen = (): void => {
    log.error({}, 'the engine answers nothing and is ended');
    isFrozen = true;
    child?.destroy();
  };

  const handleExit = (code: number | null): void => {
    child = null;
    watch?.stop();
    watch = null;
    const countsFor = isFrozen ? freezesCountForMs : exitsCountForMs;
    isFrozen = false;
    for (const answer of pending.values()) answer(unavailable);
    pending.clear();
    if (isStopping || isPaused || state.state === 'stopped') return;
    const now = clock.steady();
    recentExits = [...recentExits.filter((until) => now < until), now + countsFor];
    if (recentExits.length >= maxExits) {
      log.error({ code }, 'the engine keeps ending and is not started again');
      setState({ state: 'stopped', error: stoppedTooOften });
      return;
    }
    const delay = recentExits.length === 1 ? 0 : restartDelayMs;
    log.error({ code, delay }, 'the engine ended and is started again');
    if (state.state !== 'restarting') setState({ state: 'restarting' });
    schedule.in('launch', delay, () => {
      if (!isStopping && !isPaused && child === null) launch();
    });
  };

  const schedule = createSchedule(clock, (thrown) => {
    log.error({ err: thrown }, 'the engine could not be started');
    handleExit(null);
  });

  const launch = (): void => {
    const engine = args.launch(args.listAccounts(), runsAlone);
    child = engine;
    engine.onMessage((message) => {
      if (child === engine) receive(message as FromEngine);
    });
    engine.stderr?.on('data', (text: Buffer) =>
      log.warn({ stderr: text.toString('utf8').slice(0, 2_000) }, 'the engine said'),
    );
    engine.stdout?.resume();
    engine.onExit((code) => {
      if (child === engine) handleExit(code);
    });
  };

  /** Stops a child, by force after three seconds; resolves when it has exited. */
  const end = (engine: Child): Promise<void> =>
    new Promise<void>((done) => {
      engine.onExit(() => done());
      engine.send({ type: 'stop' } satisfies ToEngine);
      clock.after(stopPatienceMs, engine.destroy);
    });

  /** Resolves to the encoded answer. */
  const callEncoded = async (message: (id: number) => ToEngine): Promise<Uint8Array> => {
    if (state.state === 'restarting' && !isStopping)
      await new Promise<void>((go) => waiting.push(go));
    if (state.state === 'stopped') return encodeAnswer({ ok: false, error: state.error });
    if (!child || state.state !== 'ready') return unavailable;
    const id = ++lastID;
    return new Promise((answer) => {
      pending.set(id, answer);
      send(message(id));
    });
  };

  const call = async (message: (id: number) => ToEngine): Promise<Answer<unknown>> =>
    decodeAnswer(await callEncoded(message));

  const pause = async (as: EventPayload<'engine'>): Promise<(() => void) | null> => {
    const engine = child;
    if (engine === null || isPaused || isStopping || state.state !== 'ready') return null;
    isPaused = true;
    setState(as);
    await end(engine);
    return () => {
      isPaused = false;
      if (!isStopping && child === null) launch();
    };
  };

  launch();

  return {
    ask: (command: CommandsOf<'engine'>, input: unknown) =>
      call((id) => ({ type: 'invoke', id, command, input })),
    /** Resolves to the encoded answer, for the page. */
    askEncoded: (command: CommandsOf<'engine'>, input: unknown) =>
      callEncoded((id) => ({ type: 'invoke', id, command, input })),
    /** Sends to a running engine; one that is not running yet gets the accounts when it starts. */
    send,
    detach: (accountID: AccountID) => call((id) => ({ type: 'detach', id, accountID })),
    forget: (accountID: AccountID) => call((id) => ({ type: 'forget', id, accountID })),
    getState: () => state,
    /** Starts a stopped engine, or restarts one that runs alone. */
    restart: (isAlone: boolean): void => {
      if (isStopping || state.state === 'restarting') return;
      if (state.state === 'ready') {
        if (!runsAlone || isAlone) return;
        runsAlone = false;
        void pause({ state: 'restarting' }).then((resume) => resume?.());
        return;
      }
      // An engine that refused to start is still running, without doing anything.
      const before = child;
      child = null;
      before?.kill();
      recentExits = [];
      runsAlone = isAlone;
      setState({ state: 'restarting' });
      launch();
    },
    /** Stops the engine until the returned function is called; null if no engine is ready. */
    pause: () => pause({ state: 'restarting', isRestoring: true }),
    /** Stops the engine after its pending writes, within three seconds. */
    stop: async () => {
      isStopping = true;
      for (const go of waiting.splice(0)) go();
      const engine = child;
      if (!engine) return;
      await Promise.race([end(engine), pauseFor(clock, stopPatienceMs)]);
    },
  };
};
