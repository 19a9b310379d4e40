/**
 * Receives deliveries at the generations' endpoints. A thread accepts calls and writes them to its journal
 * (serve.ts). Here they are recorded in the database, many per commit; ingest then applies them.
 */
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { z } from 'zod';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import { parseJSON } from '../../http/json.ts';
import type { IncomingDelivery } from '../accounts/deliveries.ts';
import type { Endpoint } from '../accounts/endpoints.ts';
import type { Ingest } from '../accounts/ingest/ingest.ts';
import { findAccount } from '../accounts/rows.ts';
import type { EngineDependencies } from '../accounts/runtime.ts';
import { readSetting, storeSetting } from '../platform/settings.ts';
import { toStoreFailure } from '../platform/store/failure.ts';
import type { Call, FromServer, NumberedCall, ServerSettings, ToServer } from './messages.ts';
import type { Probes } from './probes.ts';

export type Receiver = ReturnType<typeof createReceiver>;

/** Starts the server (serve.ts) and returns its message port. */
export type OpenServer = (settings: ServerSettings) => MessagePort;

/** Serves in a thread that runs `program` (receiver-thread.ts). */
export const serveInThread =
  (program: URL): OpenServer =>
  (settings) => {
    const { port1, port2: port } = new MessageChannel();
    // An uncaught error in the thread ends the engine, which main restarts.
    new Worker(program, { workerData: { port, settings }, transferList: [port] });
    return port1;
  };

/** Delay before a failed step is retried. */
const retryMs = 5_000;
const maxPerCommit = 200;
const portName = 'receiver.port';

export type ReceiverDependencies = Omit<EngineDependencies, 'random'> & {
  readonly ingest: Pick<Ingest, 'record' | 'applyRecorded'>;
  readonly endpoints: readonly Endpoint[];
  readonly openServer: OpenServer;
  /** Expected test events. */
  readonly probes: Pick<Probes, 'find' | 'follow' | 'header' | 'mark'>;
};

export const createReceiver = (dependencies: ReceiverDependencies) => {
  const { store, ingest, clock, log, publish, probes } = dependencies;
  const endpoints = new Map(
    dependencies.endpoints.map((each) => [`${each.method} ${each.url}`, each]),
  );
  /** Number of refused calls, counted by the thread. */
  const refusals = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let server: MessagePort | null = null;
  let closed: Promise<unknown> = Promise.resolve();
  let port: number | null = null;
  let waiting: readonly NumberedCall[] = [];
  let isRecording = false;
  let isApplying = false;
  let cancelRetry = (): void => undefined;

  const send = (message: ToServer): void => server?.postMessage(message);
  const findEndpoint = ({ method, url }: Call): Endpoint | null =>
    endpoints.get(`${method} ${url}`) ?? null;
  /** True if the caller waits for a response until the call is applied. */
  const respondsAfterApply = (call: Call): boolean =>
    (findEndpoint(call)?.chooseStatus ?? null) !== null;

  /** Applies recorded deliveries, and schedules a retry if the store failed. */
  const apply = async (): Promise<void> => {
    try {
      await ingest.applyRecorded();
    } catch (thrown) {
      log.error({ err: thrown }, 'recorded deliveries could not be applied yet');
      cancelRetry();
      if (server !== null && toStoreFailure(thrown) !== null)
        cancelRetry = clock.after(retryMs, applySoon);
    }
    publish({ kinds: ['connection'], leadIDs: [] });
  };

  const applySoon = (): void => {
    if (isApplying) return;
    isApplying = true;
    setImmediate(() => {
      void apply().finally(() => (isApplying = false));
    });
  };

  /** Parses a call; null if its account was removed meanwhile. */
  const toDelivery = (call: Call): IncomingDelivery | null => {
    const { accountID, body } = call;
    if (findAccount(store, accountID) === null) return null;
    const parsed = parseJSON(body);
    // The endpoint of another version of the app: stored as not understood.
    const unknown = { accountID, eventType: '', webhookID: null };
    const delivery = findEndpoint(call)?.parseCall(store, { ...call, body: parsed }) ?? unknown;
    return { ...delivery, body, parsed, receivedAt: call.at };
  };

  type Recorded = { readonly call: NumberedCall; readonly delivery: IncomingDelivery };

  const recordInOneCommit = (calls: readonly NumberedCall[]): readonly Recorded[] =>
    store.write(() => {
      const recorded = calls.flatMap((call): readonly Recorded[] => {
        const delivery = toDelivery(call);
        return delivery === null ? [] : [{ call, delivery }];
      });
      ingest.record(recorded.map(({ delivery }) => delivery));
      for (const { call, delivery } of recorded)
        findEndpoint(call)?.recordCall(store, call, delivery);
      return recorded;
    });

  /**
   * A call that cannot be parsed does not block the others, and is stored as not understood; if even that fails, it
   * is logged and dropped.
   */
  const recordAll = (calls: readonly NumberedCall[]): readonly Recorded[] => {
    try {
      return recordInOneCommit(calls);
    } catch (thrown) {
      if (toStoreFailure(thrown) !== null) throw thrown;
      if (calls.length > 1) return calls.flatMap((each) => recordAll([each]));
      const [call] = calls;
      if (call === undefined) return [];
      log.error({ err: thrown, url: call.url }, 'a delivery could not be read');
      return call.url === '' ? [] : recordAll([{ ...call, url: '' }]);
    }
  };

  const respond = (calls: readonly { readonly number: number }[], status: number): void => {
    for (const { number } of calls) send({ type: 'status', number, status });
  };

  /** Applies recorded calls, and then responds to callers that wait. */
  const applyAndRespond = async (
    calls: readonly NumberedCall[],
    recorded: readonly Recorded[],
  ): Promise<void> => {
    const waitingCalls = calls.filter(respondsAfterApply);
    if (waitingCalls.length < calls.length) applySoon();
    if (waitingCalls.length === 0) return;
    await apply();
    try {
      for (const { call, delivery } of recorded) {
        const status = findEndpoint(call)?.chooseStatus?.(store, delivery);
        if (status !== undefined) respond([call], status);
      }
    } catch (thrown) {
      log.error({ err: thrown }, 'the response to a call is unknown');
    }
    // Calls without a status; the thread ignores a second response.
    respond(waitingCalls, 503);
  };

  /** Acknowledges calls to the thread once the database is flushed. */
  const acknowledge = async (upTo: number): Promise<void> => {
    try {
      await store.flush();
      send({ type: 'recorded', upTo });
    } catch (thrown) {
      log.error({ err: thrown }, 'recorded deliveries are not on the disk yet');
      clock.after(retryMs, () => void acknowledge(upTo));
    }
  };

  /** Records waiting calls, at most `maxPerCommit` at a time. */
  const record = async (): Promise<void> => {
    const calls = waiting.slice(0, maxPerCommit);
    const upTo = calls.at(-1)?.number;
    if (isRecording || server === null || upTo === undefined) return;
    isRecording = true;
    try {
      const recorded = await store.runWhenFree(clock, () => recordAll(calls));
      waiting = waiting.slice(calls.length);
      void acknowledge(upTo);
      void applyAndRespond(calls, recorded);
      recordSoon();
    } catch (thrown) {
      log.error({ err: thrown, deliveries: calls.length }, 'deliveries could not be recorded yet');
      // The calls stay in the journal and are retried here; only callers that wait must retry.
      respond(calls.filter(respondsAfterApply), 503);
      clock.after(retryMs, recordSoon);
    } finally {
      isRecording = false;
    }
  };
  const recordSoon = (): void => void setImmediate(() => void record());

  const handleMessage = (message: FromServer): void => {
    switch (message.type) {
      case 'calls':
        waiting = [...waiting, ...message.calls];
        return recordSoon();
      case 'probe': {
        const probe = probes.find(message.path);
        probe?.arrived();
        return respond([message], probe === null ? 404 : 204);
      }
      case 'log':
        return log[message.level](message.fields, message.text);
      case 'listening':
        port = message.port;
    }
  };

  /** Stores the port; without it the next start uses another one. */
  const rememberPort = (taken: number): void => {
    try {
      storeSetting(store, portName, taken);
    } catch (thrown) {
      log.error({ err: thrown }, 'the port of the receiver could not be remembered');
    }
  };

  return {
    /** Listens on the stored port, or on another. Errors: `port_in_use`, also if its files cannot be opened. */
    start: async (): Promise<Answer<{ readonly port: number }>> => {
      const remembered = readSetting(store, portName, z.number().int().min(1_024).max(65_535));
      const file = store.db.name;
      server = dependencies.openServer({
        file,
        journal: join(dirname(file), 'calls.jsonl'),
        port: remembered,
        endpoints: dependencies.endpoints.map(({ method, url, addressees, chooseStatus }) => ({
          method,
          url,
          addressees,
          respondsAfterApply: chooseStatus !== null,
        })),
        mark: { header: probes.header, value: probes.mark },
        refusals,
      });
      closed = once(server, 'close');
      const listening = Promise.withResolvers<void>();
      server.on('message', (message: FromServer) => {
        handleMessage(message);
        if (message.type === 'listening') listening.resolve();
      });
      probes.follow((expected) => send({ type: 'probes', probes: expected }));
      await listening.promise;
      if (port === null) return fail('port_in_use', 'No port is available for deliveries.');
      if (port !== remembered) rememberPort(port);
      publish({ kinds: ['connection'], leadIDs: [] });
      return succeed({ port });
    },
    /** The local address without a trailing slash; null while not listening. */
    getAddress: (): string | null => (port === null ? null : `http://127.0.0.1:${port}`),
    report: () => ({ listening: port !== null, port, refused: Atomics.load(refusals, 0) }),
    stop: async (): Promise<void> => {
      port = null;
      send({ type: 'stop' });
      server = null;
      cancelRetry();
      await closed;
    },
  };
};
