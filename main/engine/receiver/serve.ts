/**
 * Runs in the receiver's thread: the server and the journal of accepted calls. A call is accepted when it is on the
 * disk there, so a busy or locked database delays no service.
 */
import Database from 'better-sqlite3';
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Addressee } from '../platform/http/credentials.ts';
import { openJournal } from './journal.ts';
import type { Call, FromServer, NumberedCall, ServerSettings, ToServer } from './messages.ts';
import { createServer, type AccountAddressee } from './server.ts';

/** Bytes of a full journal, which accepts no call until it is emptied. */
const maxJournalBytes = 16 * 1024 * 1024;
/** Longest wait of a call for that. */
const maxWaitMs = 4_000;

type Sync = Parameters<typeof openJournal>[1];
type Journal = Omit<Awaited<ReturnType<typeof openJournal>>, 'unrecorded'>;

const openFiles = async ({ file, journal, endpoints }: ServerSettings, sync: Sync) => {
  const db = new Database(file, { readonly: true });
  const statements = new Map(
    endpoints.map(({ addressees }) => [
      addressees,
      db.prepare<[string], AccountAddressee>(addressees),
    ]),
  );
  const { unrecorded, ...opened } = await openJournal(journal, sync);
  return { db, statements, unrecorded, journal: opened };
};

/** Writes calls to the journal, then forwards them to the engine. */
const createIntake = (
  journal: Journal,
  { clock, log, post }: { clock: Clock; log: Log; post: (message: FromServer) => void },
) => {
  /** Numbers of the last call, and of the last that the database has. */
  let last = 0;
  let recorded = 0;
  let written: NumberedCall[] = [];
  const waitingForEmpty = new Set<() => void>();

  /** Calls that were written together are forwarded together. Returns the call's number. */
  const forward = (call: Call): number => {
    last += 1;
    written.push({ ...call, number: last });
    if (written.length === 1) {
      queueMicrotask(() => {
        post({ type: 'calls', calls: written });
        written = [];
      });
    }
    return last;
  };

  /** Empties the journal once the database has all calls. */
  const clear = async (): Promise<void> => {
    if (recorded < last) return;
    try {
      await journal.clear();
    } catch (thrown) {
      log.error({ err: thrown }, 'the journal could not be emptied');
    }
    if (journal.getLength() >= maxJournalBytes) return;
    for (const emptied of waitingForEmpty) emptied();
  };

  /** Waits until a full journal is emptied; false if that takes too long. */
  const waitForRoom = (): Promise<boolean> =>
    new Promise((resolve) => {
      if (journal.getLength() < maxJournalBytes) return resolve(true);
      const settle = (isEmptied: boolean): void => {
        waitingForEmpty.delete(emptied);
        cancel();
        resolve(isEmptied);
      };
      const emptied = (): void => settle(true);
      const cancel = clock.after(maxWaitMs, () => settle(false));
      waitingForEmpty.add(emptied);
      void clear();
    });

  return {
    forward,
    /** Returns the call's number; null if it could not be written. */
    accept: async (call: Call): Promise<number | null> => {
      if (!(await waitForRoom())) return null;
      try {
        await journal.write(call);
      } catch (thrown) {
        log.error({ err: thrown }, 'a delivery could not be written');
        return null;
      }
      return forward(call);
    },
    /** The database has the calls up to this number. */
    markRecorded: (upTo: number): void => {
      recorded = Math.max(recorded, upTo);
      void clear();
    },
  };
};

/** Serves until `port` sends `stop`, then closes it. `sync` flushes the journal. */
export const serve = async (
  port: MessagePort,
  settings: ServerSettings,
  clock: Clock,
  sync?: Sync,
): Promise<void> => {
  const post = (message: FromServer): void => port.postMessage(message);
  const log: Log = {
    info: () => undefined,
    warn: (fields, text) => post({ type: 'log', level: 'warn', fields, text }),
    error: (fields, text) => post({ type: 'log', level: 'error', fields, text }),
  };
  const files = await openFiles(settings, sync).catch((thrown: unknown) => {
    log.error({ err: thrown }, 'the receiver cannot use its files');
    return null;
  });
  if (files === null) {
    post({ type: 'listening', port: null });
    return port.close();
  }
  const { db, statements, unrecorded, journal } = files;
  const intake = createIntake(journal, { clock, log, post });
  const statuses = new Map<number, (status: number) => void>();
  let lastProbe = 0;

  const waitForStatus = (number: number): Promise<number> =>
    new Promise((resolve) => statuses.set(number, resolve));

  let probes: readonly Addressee[] = [];
  const handleMessage = (message: ToServer): void => {
    switch (message.type) {
      case 'probes':
        probes = message.probes;
        return;
      case 'recorded':
        return intake.markRecorded(message.upTo);
      case 'status':
        statuses.get(message.number)?.(message.status);
        statuses.delete(message.number);
        return;
      case 'stop':
        void stop();
    }
  };

  /** The engine expects a test event before it sends it, so its message is here. */
  const findProbe = (path: string): Addressee | null => {
    for (;;) {
      const pending = receiveMessageOnPort(port);
      if (pending === undefined) break;
      handleMessage(pending.message as ToServer);
    }
    return probes.find((probe) => probe.path === path) ?? null;
  };

  const server = createServer({
    ...{ settings, clock, log, findProbe },
    listAddressees: ({ addressees }, path) => statements.get(addressees)?.all(path) ?? [],
    take: async (call, { respondsAfterApply }) => {
      const number = await intake.accept(call);
      if (number === null) return 503;
      return respondsAfterApply ? waitForStatus(number) : 204;
    },
    takeProbe: (path) => {
      lastProbe -= 1;
      post({ type: 'probe', number: lastProbe, path });
      return waitForStatus(lastProbe);
    },
  });

  const stop = async (): Promise<void> => {
    await server.stop();
    await journal.close();
    db.close();
    port.close();
  };

  for (const call of unrecorded) intake.forward(call);
  port.on('message', handleMessage);
  if (settings.port === null || !(await server.open(settings.port))) await server.open(0);
  post({ type: 'listening', port: server.getPort() });
};
