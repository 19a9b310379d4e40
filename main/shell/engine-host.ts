/**
 * Keeps the engine running and carries calls to it. Pending calls of a dead engine fail with
 * `engine_unavailable` and are never repeated; calls during a start wait. A frozen engine
 * (engine-watch.ts) is killed. After repeated exits the engine stays stopped until the person
 * restarts it, normally or alone.
 */
import type { CommandsOf } from '../../contract/commands.ts';
import { fail, type Answer, type Failure } from '../../contract/errors.ts';
import type { EventPayload } from '../../contract/events.ts';
import type {
  AttachedAccount,
  AttachedChannel,
  TeamMembership,
  EngineFacts,
  FromEngine,
  ToEngine,
} from '../../contract/port.ts';
import type { ReachOutcome } from '../../contract/reach.ts';
import type { AccountID } from '../../contract/records.ts';
import { pause as pauseFor, type Clock } from '../clock/clock.ts';
import { createSchedule } from '../clock/schedule.ts';
import type { Log } from '../log/log.ts';
import type { Child } from './child.ts';
import { watchEngine, type Watch } from './engine-watch.ts';

export type EngineHost = {
  readonly ask: (command: CommandsOf<'engine'>, input: unknown) => Promise<Answer<unknown>>;
  readonly account: (account: AttachedAccount) => void;
  /** The complete list of accounts; any other is disconnected. */
  readonly accounts: (accounts: readonly AttachedAccount[]) => void;
  /** The complete list of channels. */
  readonly channels: (channels: readonly AttachedChannel[]) => void;
  /** This desktop's place in a team; null without one. */
  readonly team: (membership: TeamMembership | null) => void;
  /** Answers the engine's question for the hub. */
  readonly webhook: (id: number, answer: Answer<unknown>) => void;
  readonly reached: (id: number, outcome: ReachOutcome) => void;
  /** Removes an account's webhooks at the service. */
  readonly detach: (accountID: AccountID) => Promise<Answer<unknown>>;
  /** Deletes an account's data. */
  readonly forget: (accountID: AccountID) => Promise<Answer<unknown>>;
  readonly wake: () => void;
  readonly state: () => EventPayload<'engine'>;
  /** Starts a stopped engine, or restarts one that leaves alone mode. */
  readonly restart: (alone: boolean) => void;
  /** Closes the engine until the returned function is called; null if none is ready. */
  readonly pause: () => Promise<(() => void) | null>;
  /** Stops the engine after its pending writes, within three seconds. */
  readonly stop: () => Promise<void>;
};

/** Starts an engine process; `accounts` is null while they are unknown. */
export type EngineLaunch = (accounts: readonly AttachedAccount[] | null, alone: boolean) => Child;

export type EngineMessage = Extract<
  FromEngine,
  {
    type:
      | 'changed'
      | 'notice'
      | 'withdraw'
      | 'reach'
      | 'badge'
      | 'quiet'
      | 'team'
      | 'roster'
      | 'webhook';
  }
>;

type Dependencies = {
  readonly launch: EngineLaunch;
  readonly accounts: () => readonly AttachedAccount[] | null;
  readonly accessToken: (accountID: AccountID, rejected: string | null) => Promise<Answer<string>>;
  /** A process is ready and reports how it runs. */
  readonly onReady: (runs: EngineFacts) => void;
  readonly onState: (state: EventPayload<'engine'>) => void;
  readonly onMessage: (message: EngineMessage) => void;
  readonly clock: Clock;
  readonly log: Log;
};

const unavailable = fail('engine_unavailable', 'The part that keeps your leads is starting again.');
const stoppedTooOften: Failure = {
  code: 'engine_stopped',
  message: 'The part that keeps your leads stopped three times within a minute.',
};
const mostDeaths = 3;
const deathsCountForMs = 60_000;
/** Finding a frozen engine takes half a minute. */
const freezesCountForMs = 5 * 60_000;
const restartDelayMs = 500;
const stopPatienceMs = 3_000;

export const startEngine = (args: Dependencies): EngineHost => {
  const { clock, log } = args;
  const pending = new Map<number, (answer: Answer<unknown>) => void>();
  let lastID = 0;
  let child: Child | null = null;
  let state: EventPayload<'engine'> = { state: 'restarting' };
  let stopping = false;
  let paused = false;
  /** Times until which recent deaths count, by the steady clock. */
  let deaths: readonly number[] = [];
  let alone = false;
  let watch: Watch | null = null;
  let isFrozen = false;
  let waiting: (() => void)[] = [];

  const send = (message: ToEngine): void => child?.send(message);

  const become = (next: EventPayload<'engine'>): void => {
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
        watch = watchEngine({ ping: () => send({ type: 'ping' }), frozen, clock });
        become(alone ? { state: 'ready', alone } : { state: 'ready' });
        return;
      case 'pong':
        watch?.answered();
        return;
      case 'refused':
        become({ state: 'stopped', error: message.error });
        return;
      case 'damaged':
        log.error({}, 'the engine found its database damaged and starts again to repair it');
        become({ state: 'restarting', repairs: true });
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
      case 'withdraw':
      case 'reach':
      case 'badge':
      case 'quiet':
      case 'webhook':
      case 'team':
      case 'roster':
        args.onMessage(message);
        return;
      case 'stopped':
        return;
    }
  };

  const frozen = (): void => {
    log.error({}, 'the engine answers nothing and is ended');
    isFrozen = true;
    child?.destroy();
  };

  const ended = (code: number | null): void => {
    child = null;
    watch?.stop();
    watch = null;
    const countsFor = isFrozen ? freezesCountForMs : deathsCountForMs;
    isFrozen = false;
    for (const answer of pending.values()) answer(unavailable);
    pending.clear();
    if (stopping || paused || state.state === 'stopped') return;
    const now = clock.steady();
    deaths = [...deaths.filter((until) => now < until), now + countsFor];
    if (deaths.length >= mostDeaths) {
      log.error({ code }, 'the engine keeps ending and is not started again');
      become({ state: 'stopped', error: stoppedTooOften });
      return;
    }
    const delay = deaths.length === 1 ? 0 : restartDelayMs;
    log.error({ code, delay }, 'the engine ended and is started again');
    if (state.state !== 'restarting') become({ state: 'restarting' });
    schedule.in('launch', delay, () => {
      if (!stopping && !paused && child === null) launch();
    });
  };

  // A failed start counts as a death.
  const schedule = createSchedule(clock, (thrown) => {
    log.error({ err: thrown }, 'the engine could not be started');
    ended(null);
  });

  const launch = (): void => {
    const own = args.launch(args.accounts(), alone);
    child = own;
    own.onMessage((message) => {
      if (child === own) receive(message as FromEngine);
    });
    own.stderr?.on('data', (text: Buffer) =>
      log.warn({ stderr: text.toString('utf8').slice(0, 2_000) }, 'the engine said'),
    );
    own.stdout?.resume();
    own.onExit((code) => {
      if (child === own) ended(code);
    });
  };

  /** Stops a child, by force after a while; resolves when it has exited. */
  const end = (own: Child): Promise<void> =>
    new Promise<void>((done) => {
      own.onExit(() => done());
      own.send({ type: 'stop' } satisfies ToEngine);
      clock.after(stopPatienceMs, own.destroy);
    });

  const call = async (message: (id: number) => ToEngine): Promise<Answer<unknown>> => {
    if (state.state === 'restarting' && !stopping)
      await new Promise<void>((go) => waiting.push(go));
    if (state.state === 'stopped') return { ok: false, error: state.error };
    if (!child || state.state !== 'ready') return unavailable;
    const id = ++lastID;
    return new Promise((answer) => {
      pending.set(id, answer);
      send(message(id));
    });
  };

  const pause = async (as: EventPayload<'engine'>): Promise<(() => void) | null> => {
    const own = child;
    if (own === null || paused || stopping || state.state !== 'ready') return null;
    paused = true;
    become(as);
    await end(own);
    return () => {
      paused = false;
      if (!stopping && child === null) launch();
    };
  };

  launch();

  return {
    ask: (command, input) => call((id) => ({ type: 'invoke', id, command, input })),
    // A process that is not running yet gets the accounts when it starts.
    account: (account) => send({ type: 'account', account }),
    accounts: (accounts) => send({ type: 'accounts', accounts }),
    channels: (channels) => send({ type: 'channels', channels }),
    team: (membership) => send({ type: 'team', membership }),
    webhook: (id, answer) => send({ type: 'webhook', id, answer }),
    reached: (id, outcome) => send({ type: 'reached', id, outcome }),
    detach: (accountID) => call((id) => ({ type: 'detach', id, accountID })),
    forget: (accountID) => call((id) => ({ type: 'forget', id, accountID })),
    wake: () => send({ type: 'wake' }),
    state: () => state,
    restart: (isAlone) => {
      if (stopping || state.state === 'restarting') return;
      if (state.state === 'ready') {
        if (!alone || isAlone) return;
        alone = false;
        void pause({ state: 'restarting' }).then((goOn) => goOn?.());
        return;
      }
      // A refused engine is still running, without doing anything.
      const before = child;
      child = null;
      before?.kill();
      deaths = [];
      alone = isAlone;
      become({ state: 'restarting' });
      launch();
    },
    pause: () => pause({ state: 'restarting', restores: true }),
    stop: async () => {
      stopping = true;
      for (const go of waiting.splice(0)) go();
      const own = child;
      if (!own) return;
      await Promise.race([end(own), pauseFor(clock, stopPatienceMs)]);
    },
  };
};
