/**
 * Backup and restore by lines of JSON: the hub's records, then the entries of each team's log. Bodies and grants are
 * sealed, so the lines are useless without the keys. A restored log has another epoch: desktops follow it from the
 * start and offer again what only they still have.
 */
import { AckPolicy, DeliverPolicy, type JsMsg } from '@nats-io/jetstream';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { once } from 'node:events';
import { z } from 'zod';
import type { Connection } from './connections.ts';
import { stream } from './credentials.ts';
import { recordsStream, type Records } from './records.ts';
import { retry, type TeamAccounts } from './team-accounts.ts';
import { createTeams } from './teams.ts';
import type { Clock } from '../main/clock/clock.ts';
import type { Log } from '../main/log/log.ts';

const line = z.object({
  /** Null for a record of the hub. */
  team: z.string().nullable(),
  subject: z.string(),
  data: z.base64(),
  /** Lifetime as the servers write it; it starts over when the entry is restored. */
  ttl: z.string().optional(),
});
type Line = z.infer<typeof line>;

export type Stored = { readonly accounts: TeamAccounts; readonly records: Records };

const batch = 500;
/** Counts of issued credentials are not restored: the next credential starts a new count (issuing.ts). */
const notRestored = /^hub\.issue\./;
/** Leases, claims and turns end within minutes; a restored log has another epoch. */
const notCopied = /^(?:claim\.|turn\.|duty\.|team\.epoch$)/;

/** Reads the next entries, at most a batch; none at the end. Throws if the servers have entries but send none. */
const readBatch = async (
  { js, jsm }: Connection,
  name: string,
  first: number,
): Promise<readonly JsMsg[]> => {
  const info = await jsm.consumers.add(name, {
    name: `backup${randomUUID()}`,
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: first,
    mem_storage: true,
    inactive_threshold: 60_000_000_000,
  });
  const messages: JsMsg[] = [];
  try {
    if (info.num_pending === 0) return messages;
    const consumer = js.consumers.getConsumerFromInfo(info);
    for await (const message of await consumer.fetch({ max_messages: batch, expires: 5_000 })) {
      messages.push(message);
      if (message.info.pending === 0) break;
    }
  } finally {
    // If this fails, the servers remove it after a minute.
    await jsm.consumers.delete(name, info.name).catch(() => undefined);
  }
  if (messages.length === 0) throw new Error('the log servers sent no entries');
  return messages;
};

async function* entriesOf(connection: Connection, name: string) {
  let first = 1;
  for (;;) {
    // Not every server knows a new consumer yet, and a server may exit.
    const messages = await retry(() => readBatch(connection, name, first));
    if (messages.length === 0) return;
    yield* messages;
    first = (messages.at(-1)?.seq ?? first) + 1;
  }
}

export const writeBackup = async (
  { accounts, records }: Stored,
  output: Writable,
): Promise<void> => {
  const write = async (team: string | null, { subject, data, headers }: JsMsg): Promise<void> => {
    const ttl = headers?.get('Nats-TTL') ?? '';
    const text = Buffer.from(data).toString('base64');
    const each: Line = { team, subject, data: text, ...(ttl !== '' && { ttl }) };
    if (!output.write(`${JSON.stringify(each)}\n`)) await once(output, 'drain');
  };
  for await (const message of entriesOf(accounts.own, recordsStream)) await write(null, message);
  for (const { team } of await retry(() => records.readAll('team', '*')))
    for await (const message of entriesOf(await accounts.getConnection(team), stream))
      if (!notCopied.test(message.subject)) await write(team, message);
};

/** Restores a backup. Throws, and writes nothing, if these servers have records. */
export const restoreBackup = async (
  dependencies: Stored & { readonly clock: Clock; readonly log: Log },
  input: Readable,
): Promise<void> => {
  const { accounts, records } = dependencies;
  // A new stream does not answer immediately.
  if ((await retry(() => records.readAll('team', '*'))).length > 0)
    throw new Error('these servers have teams already: restore into empty ones');
  const teams = createTeams(dependencies);
  for await (const text of createInterface({ input })) {
    const { team, subject, data, ttl } = line.parse(JSON.parse(text));
    if (notRestored.test(subject)) continue;
    const { js } = team === null ? accounts.own : await teams.connection(team);
    const entry = Buffer.from(data, 'base64');
    // A retry may publish an entry twice, but desktops apply it once.
    await retry(() => js.publish(subject, entry, ttl === undefined ? {} : { ttl }));
  }
};
