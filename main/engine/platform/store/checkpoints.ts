/**
 * Checkpoints the WAL in a worker thread (checkpoint-thread.ts) shortly after the last write; SQLite would do it
 * during a commit and block the engine. The log is reset only after a complete checkpoint, so long work is paused for
 * the last part of each, and a program with a long read transaction makes the log grow, which is logged. If the thread
 * fails, SQLite checkpoints a log of `maxBytes`.
 */
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../../clock/clock.ts';
import type { Log } from '../../../log/log.ts';
import type { Slices } from '../slices.ts';
import { blinkMs, ownWaitMs } from './busy.ts';
import { isDamage } from './failure.ts';
import type { Store } from './store.ts';
import { suspect } from './suspicion.ts';

export type Checkpointer = {
  /** True if everything was checkpointed, or an error code. `reset` also restarts the log. One call at a time. */
  readonly checkpoint: (how: 'checkpoint' | 'reset') => Promise<boolean | string>;
  readonly end: () => Promise<void>;
};

export type OpenCheckpointer = (file: string) => Checkpointer;

type Reply = { readonly log: number; readonly checkpointed: number } | string;

/** Log size for a checkpoint: about a thousand pages. */
const enoughBytes = 4 * 1024 * 1024;
/** Log size for a checkpoint even during writes. */
const plentyBytes = 4 * enoughBytes;
/** Pause of writes before a checkpoint of a shorter log. */
const quietMs = 250;

/** Checkpoints in a thread that runs `program` (checkpoint-thread.ts). */
export const checkpointInThread =
  (program: URL): OpenCheckpointer =>
  (file) => {
    const thread = new Worker(program, { workerData: { file, keptBytes: plentyBytes } });
    /** Receives the next message of the thread, or its exit. */
    let receive = (_: Reply): void => undefined;
    let isOver = false;
    thread.on('message', (reply: Reply) => receive(reply));
    const ended = new Promise<void>((done) => {
      thread.once('exit', () => {
        isOver = true;
        receive('thread');
        done();
      });
    });
    // The exit event reports errors.
    thread.on('error', () => undefined);
    return {
      checkpoint: async (how) => {
        if (isOver) return 'thread';
        const reply = await new Promise<Reply>((resolve) => {
          receive = resolve;
          thread.postMessage(how);
        });
        return typeof reply === 'string' ? reply : reply.checkpointed >= reply.log;
      },
      end: () => {
        thread.postMessage('end');
        return ended;
      },
    };
  };

/** Growth of the log after an incomplete checkpoint before the next one. */
const moreBytes = 1024 * 1024;
/** Log size for a checkpoint by SQLite during a commit. */
const maxBytes = 64 * 1024 * 1024;
const idleMs = 10_000;
const retryAfterMs = 60_000;

/** Checkpoints the log of an open store until the returned function is called. */
export const keepCheckpoints = (dependencies: {
  readonly store: Store;
  readonly file: string;
  readonly open: OpenCheckpointer;
  readonly slices: Pick<Slices, 'hold'>;
  /** Called when the file is found to be damaged. */
  readonly onDamage: () => void;
  readonly clock: Clock;
  readonly log: Log;
}): (() => Promise<void>) => {
  const { store, file, open, slices, onDamage, clock, log } = dependencies;
  const pageBytes = store.db.pragma('page_size', { simple: true }) as number;
  /** Turns SQLite's own checkpoints of a very long log on or off. */
  const setAutomatic = (isOn: boolean): void =>
    void store.db.pragma(`wal_autocheckpoint = ${isOn ? maxBytes / pageBytes : 0}`);
  setAutomatic(true);
  store.db.pragma(`journal_size_limit = ${plentyBytes}`);

  let checkpointer: Checkpointer | null = null;
  let nextBytes = enoughBytes;
  let notBefore = -Infinity;
  let busy: Promise<void> | null = null;
  let isHeldUp = false;
  let stopped = false;
  let cancelTimer = (): void => undefined;

  const logBytes = (): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;

  const endThread = async (): Promise<void> => {
    const ending = checkpointer;
    checkpointer = null;
    await ending?.end();
  };

  /** While this makes progress, SQLite must not checkpoint the whole log in a later commit. */
  const onProgress = (isWhole: boolean): void => {
    setAutomatic(isWhole);
    const wasHeldUp = isHeldUp;
    isHeldUp = !isWhole && logBytes() > maxBytes;
    if (!isHeldUp || wasHeldUp) return;
    const megabytes = Math.round(logBytes() / 1024 / 1024);
    log.warn({ megabytes }, 'another program reads the database, and its log grows meanwhile');
  };

  const onFailure = async (code: string): Promise<void> => {
    log.error({ code }, 'the log of the database could not be checkpointed');
    notBefore = clock.steady() + retryAfterMs;
    await endThread();
    if (!isDamage(Object.assign(new Error(code), { code }))) return;
    suspect(file);
    onDamage();
  };

  /** Checkpoints during long work, and then the rest while long work is paused. */
  const checkpoint = async (): Promise<void> => {
    checkpointer ??= open(file);
    let reply = await checkpointer.checkpoint('checkpoint');
    if (typeof reply !== 'string' && !stopped) {
      const release = slices.hold();
      // The thread writes once, and writers wait longer for it than for another program.
      store.db.pragma(`busy_timeout = ${ownWaitMs}`);
      reply = await checkpointer.checkpoint('reset');
      store.db.pragma(`busy_timeout = ${blinkMs}`);
      release();
    }
    if (typeof reply !== 'string') onProgress(reply);
    else {
      setAutomatic(true);
      await onFailure(reply);
    }
    nextBytes = reply === true ? enoughBytes : logBytes() + moreBytes;
  };

  const begin = (): void => {
    busy = checkpoint().finally(() => {
      busy = null;
      if (!stopped) cancelTimer = clock.after(idleMs, () => void endThread());
    });
  };

  const checkSize = (): void => {
    if (stopped || busy !== null || clock.steady() < notBefore) return;
    const bytes = logBytes();
    if (bytes <= nextBytes) return;
    cancelTimer();
    if (bytes > nextBytes + plentyBytes - enoughBytes) begin();
    else cancelTimer = clock.after(quietMs, begin);
  };
  store.onCommit(checkSize);

  return async () => {
    stopped = true;
    cancelTimer();
    await busy;
    await endThread();
  };
};
