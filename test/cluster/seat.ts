/** A desktop of the office: main's part of the team in this process, and an engine that is killed and starts again. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fail, type Answer } from '../../contract/errors.ts';
import type { TeamMembership } from '../../contract/port.ts';
import type { Chance } from '../faults/chance.ts';
import { forkEngine, type EngineElsewhere } from '../integration/engine/support/engine.ts';
import type { OnEnd } from '../integration/engine/support/marketplace.ts';
import { openDesktop } from '../integration/team/support/desktop.ts';
import { resolveProgram } from '../programs.ts';
import { startFront } from './front.ts';
import { readKept, type Kept } from './kept.ts';

/** Answer of the running engine; undefined if there is none, or if it dies or is late. */
export type Ask = <T>(work: (now: EngineElsewhere) => Promise<T>) => Promise<T | undefined>;

export type Seat = Awaited<ReturnType<typeof openSeat>>;

/** Longer than an engine is frozen. */
const answerMs = 8_000;

export const openSeat = async ({
  name,
  folder,
  ca,
  logPorts,
  chance,
  onEnd,
}: {
  readonly name: string;
  readonly folder: string;
  readonly ca: string;
  /** Ports of the log servers for clients. */
  readonly logPorts: readonly number[];
  readonly chance: Chance;
  readonly onEnd: OnEnd;
}) => {
  mkdirSync(folder);
  const front = await startFront(logPorts, chance);
  onEnd(front.close);
  const clockFile = join(folder, 'clock');
  const time = {
    args: ['--import', resolveProgram('test/faults/moved-time.ts')],
    env: { ...process.env, FAULTS_SPEED: '1', FAULTS_BEGAN: '0', FAULTS_CLOCK: clockFile },
  };
  const ended: Parameters<OnEnd>[0][] = [];
  const answers = new Map<number, (answer: Answer<unknown>) => void>();
  let asked = 0;
  let engine: EngineElsewhere | null = null;
  let membership: TeamMembership | null = null;
  /** True while main and the engine get the hub's messages. */
  let isReached = true;
  let clockSetBy = 0;

  const attach = (): void =>
    engine?.send({
      type: 'team',
      membership: membership && {
        ...membership,
        ca,
        // A route of this desktop alone, which can be cut.
        servers: [`tls://localhost:${front.port}`],
      },
    });
  const desktop = openDesktop(
    {
      engine: {
        send: (message) => {
          if (message.type === 'webhook') answers.get(message.id)?.(message.answer);
          if (message.type !== 'team' || !isReached) return;
          membership = message.membership;
          attach();
        },
      },
      onAccount: (account) => engine?.send({ type: 'account', account }),
      forget: async (accountID) =>
        engine === null ? fail('engine_unavailable', 'No engine.') : engine.forget(accountID),
    },
    onEnd,
  );
  const { connect, events } = desktop;

  const endEngines = async (): Promise<void> => {
    for (const end of ended.splice(0)) await end();
  };
  const startEngine = async (): Promise<EngineElsewhere | null> => {
    const [account] = connect.listAttachedAccounts();
    if (account === undefined) return null;
    const started = await forkEngine(
      {
        account,
        accessToken: (rejected) => connect.getAccessToken(account.accountID, rejected),
      },
      folder,
      {
        time,
        onEnd: (end) => void ended.push(end),
        toHub: (change) => {
          const { promise, resolve } = Promise.withResolvers<Answer<unknown>>();
          answers.set((asked += 1), resolve);
          events.emit('webhook', { type: 'webhook', id: asked, change });
          return promise.finally(() => answers.delete(asked));
        },
      },
    ).catch(async () => {
      // A slow one would run next to its successor.
      await endEngines();
      return null;
    });
    started?.process.on('message', (message) => {
      const { type } = message as { readonly type: string };
      if (isReached && (type === 'team' || type === 'roster')) events.emit(type, message as never);
    });
    return started;
  };

  /** Starts the engine, once the hub has listed the team's account. */
  const start = async (): Promise<void> => {
    while (engine === null) {
      engine = await startEngine();
      if (engine === null) await pause(500);
    }
    attach();
  };
  const kill = async (): Promise<void> => {
    const dying = engine;
    engine = null;
    await dying?.kill();
  };
  onEnd(endEngines);

  const ask: Ask = async (work) => {
    const now = engine;
    if (now === null) return undefined;
    return Promise.race([
      work(now).catch(() => undefined),
      pause(answerMs, undefined, { ref: false }),
    ]);
  };

  return {
    name,
    team: desktop.handlers,
    hub: desktop.getHub,
    connect,
    getMembership: () => membership,
    start,
    kill,
    ask,
    wake: () => engine?.send({ type: 'wake' }),
    signal: (signal: NodeJS.Signals) => engine?.process.kill(signal),
    /** Cuts the desktop off from the log, or reconnects it; hub and marketplace stay reachable. */
    cutOff: front.cut,
    /** Moves the clock of the engine's computer; its steady clock stays. */
    setClock: (byMs: number): void => {
      clockSetBy += byMs;
      writeFileSync(clockFile, String(clockSetBy));
      engine?.process.kill('SIGUSR2');
    },
    getClockOffset: () => clockSetBy,
    /** Hides the removal from main and the engine, as if both were modified to ignore it. */
    ignoreHub: () => (isReached = false),
    /** Main asks the hub again and follows it. */
    obeyHub: () => {
      isReached = true;
      events.emit('team', { type: 'team', log: { name: 'revoked' }, lacksKey: false });
    },
    read: (): Kept => readKept(name, join(folder, 'leads.db')),
  };
};
