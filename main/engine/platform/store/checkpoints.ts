/**
 * What is written goes into SQLite's log of changes (WAL) first. SQLite takes it over into the database
 * by itself each thousand pages, on the thread that commits, which then answers nobody for as long as
 * the disk likes. Here a thread of its own does it (checkpoint-thread.ts), once nothing is written for a
 * moment: who has just changed something waits for the disk, which would serve both at the same time. Where
 * that moment does not come, long work makes a pause: the log begins anew only once all of it is taken over.
 * Where the thread cannot, SQLite does it as before, when the log is `mostBytes` long. A program that goes on
 * reading what the database held long ago keeps the log from beginning anew: it grows for so long, which is
 * written down, and the thread takes it over once that has ended.
 * A process that ends in the middle leaves the log, of which the next start takes over all that was committed.
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

/** A database's log, taken over by somebody else than the thread that writes. */
export type Checkpointer = {
  /**
   * Takes over what it can; whether that was all, or the code of what failed. The log begins anew with
   * the next commit only when it is told so here, and all was taken over. One at a time.
   */
  readonly takeOver: (how: 'take over' | 'begin anew') => Promise<boolean | string>;
  /** Lets go of the file. */
  readonly end: () => Promise<void>;
};

export type OpenCheckpointer = (file: string) => Checkpointer;

type Said = { readonly log: number; readonly checkpointed: number } | string;

/** A log that is longer has something to be taken over: about a thousand pages. */
const enoughBytes = 4 * 1024 * 1024;
/** One that is longer than this is taken over though it is being written to. */
const plentyBytes = 4 * enoughBytes;
/** For so long nothing is written before a log is taken over that is not so long. */
const quietMs = 250;

/** Takes over in a thread that runs `program` (checkpoint-thread.ts). */
export const checkpointInThread =
  (program: URL): OpenCheckpointer =>
  (file) => {
    const thread = new Worker(program, { workerData: { file, keptBytes: plentyBytes } });
    /** Told what the thread says next, or that it has died. */
    let hear = (_: Said): void => undefined;
    let isOver = false;
    thread.on('message', (said: Said) => hear(said));
    const ended = new Promise<void>((done) => {
      thread.once('exit', () => {
        isOver = true;
        hear('thread');
        done();
      });
    });
    // What it dies of is told by its end.
    thread.on('error', () => undefined);
    return {
      takeOver: async (how) => {
        if (isOver) return 'thread';
        const said = await new Promise<Said>((heard) => {
          hear = heard;
          thread.postMessage(how);
        });
        return typeof said === 'string' ? said : said.checkpointed >= said.log;
      },
      end: () => {
        thread.postMessage('end');
        return ended;
      },
    };
  };

/** What is not taken over after all is taken up again when the log is so much longer. */
const moreBytes = 1024 * 1024;
/** From here on SQLite does it itself, in the middle of a commit. */
const mostBytes = 64 * 1024 * 1024;
/** A thread that has nothing to do for so long ends. */
const idleMs = 10_000;
const againAfterFailureMs = 60_000;

/**
 * Has the log of an open store taken over from now on.
 *
 * @returns ends it; the store can be closed once that has resolved
 */
export const keepCheckpoints = (parts: {
  readonly store: Store;
  readonly file: string;
  readonly open: OpenCheckpointer;
  readonly slices: Pick<Slices, 'hold'>;
  /** The file turned out to be damaged. */
  readonly damaged: () => void;
  readonly clock: Clock;
  readonly log: Log;
}): (() => Promise<void>) => {
  const { store, file, open, slices, damaged, clock, log } = parts;
  const pageBytes = store.db.pragma('page_size', { simple: true }) as number;
  /** Whether SQLite takes over a log that is very long. */
  const bySQLite = (does: boolean): void =>
    void store.db.pragma(`wal_autocheckpoint = ${does ? mostBytes / pageBytes : 0}`);
  bySQLite(true);
  store.db.pragma(`journal_size_limit = ${plentyBytes}`);

  let checkpointer: Checkpointer | null = null;
  let takeUpAt = enoughBytes;
  let notBefore = -Infinity;
  let busy: Promise<void> | null = null;
  let isHeldUp = false;
  let stopped = false;
  let callOff = (): void => undefined;

  const logBytes = (): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;

  const endThread = async (): Promise<void> => {
    const ending = checkpointer;
    checkpointer = null;
    await ending?.end();
  };

  /** The thread gets on with what it may take: SQLite would take over all of it in one commit, later. */
  const gotOn = (isWhole: boolean): void => {
    bySQLite(isWhole);
    const wasHeldUp = isHeldUp;
    isHeldUp = !isWhole && logBytes() > mostBytes;
    if (!isHeldUp || wasHeldUp) return;
    const megabytes = Math.round(logBytes() / 1024 / 1024);
    log.warn({ megabytes }, 'another program reads the database, and its log grows meanwhile');
  };

  const failed = async (code: string): Promise<void> => {
    log.error({ code }, 'the log of the database could not be taken over');
    notBefore = clock.steady() + againAfterFailureMs;
    await endThread();
    if (!isDamage(Object.assign(new Error(code), { code }))) return;
    suspect(file);
    damaged();
  };

  /** Beside long work, and then what that has written meanwhile without it: nothing follows then. */
  const takeOver = async (): Promise<void> => {
    checkpointer ??= open(file);
    let said = await checkpointer.takeOver('take over');
    if (typeof said !== 'string' && !stopped) {
      const release = slices.hold();
      // The thread writes once: who writes meanwhile waits, as nobody does for another program.
      store.db.pragma(`busy_timeout = ${ownWaitMs}`);
      said = await checkpointer.takeOver('begin anew');
      store.db.pragma(`busy_timeout = ${blinkMs}`);
      release();
    }
    if (typeof said !== 'string') gotOn(said);
    else {
      bySQLite(true);
      await failed(said);
    }
    takeUpAt = said === true ? enoughBytes : logBytes() + moreBytes;
  };

  const begin = (): void => {
    busy = takeOver().finally(() => {
      busy = null;
      if (!stopped) callOff = clock.after(idleMs, () => void endThread());
    });
  };

  const look = (): void => {
    if (stopped || busy !== null || clock.steady() < notBefore) return;
    const bytes = logBytes();
    if (bytes <= takeUpAt) return;
    callOff();
    if (bytes > takeUpAt + plentyBytes - enoughBytes) begin();
    else callOff = clock.after(quietMs, begin);
  };
  store.afterCommit(look);

  return async () => {
    stopped = true;
    callOff();
    await busy;
    await endThread();
  };
};
