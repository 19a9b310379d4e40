/**
 * What the receiver's thread runs: the server, and a journal of the calls that it has accepted. A call is
 * accepted when it is on the disk there, so a busy or locked database delays no service. The engine moves
 * calls to the database, then the journal is emptied.
 */
import Database from 'better-sqlite3';
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Addressee } from '../platform/http/credentials.ts';
import { openJournal } from './journal.ts';
import type {
  Call,
  FromServer,
  NumberedCall,
  ServedEndpoint,
  ServerSettings,
  ToServer,
} from './messages.ts';
import { createServer, type AccountAddressee } from './server.ts';

/** A journal of this size, in bytes, takes no call before it was emptied. */
const mostBytes = 16 * 1024 * 1024;
/** A call waits this long for that. */
const emptiedMs = 4_000;

type Sync = Parameters<typeof openJournal>[1];

const openFiles = async ({ file, journal }: ServerSettings, sync: Sync) => ({
  journal: await openJournal(journal, sync),
  db: new Database(file, { readonly: true }),
});

/**
 * Serves until `port` sends `stop`, then closes it.
 * @param sync flushes the journal
 */
export const serve = async (
  port: MessagePort,
  settings: ServerSettings,
  clock: Clock,
  sync?: Sync,
): Promise<void> => {
  const post = (message: FromServer): void => port.postMessage(message);
  const trouble =
    (level: 'warn' | 'error') =>
    (about: object, what: string): void =>
      post({ type: 'trouble', level, about, what });
  const log: Log = { info: () => undefined, warn: trouble('warn'), error: trouble('error') };

  const files = await openFiles(settings, sync).catch((thrown: unknown) => {
    log.error({ err: thrown }, 'the receiver cannot use its files');
    return null;
  });
  if (files === null) {
    post({ type: 'listening', port: null });
    return port.close();
  }
  const { db, journal } = files;
  const select = new Map(
    settings.endpoints.map(({ addressees }) => [
      addressees,
      db.prepare<[string], AccountAddressee>(addressees),
    ]),
  );
  const addresseesAt = ({ addressees }: ServedEndpoint, path: string): AccountAddressee[] =>
    select.get(addressees)?.all(path) ?? [];

  /** Number of the last call. */
  let last = 0;
  let written: NumberedCall[] = [];
  const statuses = new Map<number | string, (status: number) => void>();
  let waitForEmpty: ((isEmpty: boolean) => void)[] = [];

  const statusOf = (callOrProbe: number | string): Promise<number> =>
    new Promise((resolve) => statuses.set(callOrProbe, resolve));

  /** Calls that were written together are handed over together. */
  const handOver = (call: Call): number => {
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

  const isEmptied = (): Promise<boolean> =>
    new Promise((resolve) => {
      waitForEmpty.push(resolve);
      clock.after(emptiedMs, () => resolve(false));
    });

  const clear = async (): Promise<void> => {
    await journal.clear();
    if (journal.bytes() > 0) return;
    for (const resolve of waitForEmpty) resolve(true);
    waitForEmpty = [];
  };

  let probes: readonly Addressee[] = [];
  const receive = (message: ToServer): void => {
    switch (message.type) {
      case 'probes':
        probes = message.probes;
        return;
      case 'recorded':
        if (message.upTo === last) void clear().catch(fail('the journal could not be emptied'));
        return;
      case 'status':
        statuses.get(message.of)?.(message.status);
        statuses.delete(message.of);
        return;
      case 'stop':
        void stop();
    }
  };
  const fail = (what: string) => (thrown: unknown) => log.error({ err: thrown }, what);

  /** The engine expects a test event before it sends it, so its message is here. */
  const probeAt = (path: string): Addressee | null => {
    for (;;) {
      const pending = receiveMessageOnPort(port);
      if (pending === undefined) break;
      receive(pending.message as ToServer);
    }
    return probes.find((probe) => probe.path === path) ?? null;
  };

  const server = createServer({
    ...{ settings, clock, log, addresseesAt, probeAt },
    take: async (call, { isApplied }) => {
      if (journal.bytes() >= mostBytes && !(await isEmptied())) return 503;
      try {
        await journal.write(call);
      } catch (thrown) {
        log.error({ err: thrown }, 'a delivery could not be written');
        return 503;
      }
      const taken = handOver(call);
      return isApplied ? await statusOf(taken) : 204;
    },
    takeProbe: (path) => {
      post({ type: 'probe', path });
      return statusOf(path);
    },
  });

  const stop = async (): Promise<void> => {
    await server.stop();
    await journal.close();
    db.close();
    port.close();
  };

  for (const call of journal.left) handOver(call);
  port.on('message', receive);
  if (settings.port === null || !(await server.listenAt(settings.port))) await server.listenAt(0);
  post({ type: 'listening', port: server.port() });
};
