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
import { tried, type TeamAccounts } from './team-accounts.ts';
import { createTeams } from './teams.ts';
import type { Clock } from '../main/clock/clock.ts';
import type { Log } from '../main/log/log.ts';

const line = z.object({
  /** Null for a record of the hub. */
  team: z.string().nullable(),
  subject: z.string(),
  data: z.base64(),
  /** Lifetime as the servers write it; it begins again when it is restored. */
  ttl: z.string().optional(),
});
type Line = z.infer<typeof line>;

export type Stored = { readonly accounts: TeamAccounts; readonly records: Records };

const batch = 500;
/** A restored desktop counts its credentials from the next one on. */
const notRestored = /^hub\.issue\./;
/** Leases, claims and turns end within minutes; a restored log has another epoch. */
const notCopied = /^(?:claim\.|turn\.|duty\.|team\.epoch$)/;

/** Reads up to a batch of entries; none at the end. Throws if the servers send none. */
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

/** Reads all entries of a stream in their order. */
async function* entriesOf(connection: Connection, name: string) {
  let first = 1;
  for (;;) {
    // A consumer that was just made is not known to all servers, and a server may end.
    const messages = await tried(() => readBatch(connection, name, first));
    if (messages.length === 0) return;
    yield* messages;
    first = (messages.at(-1)?.seq ?? first) + 1;
  }
}

/** Writes a backup. */
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
  for (const { team } of await tried(() => records.readAll('team', '*')))
    for await (const message of entriesOf(await accounts.connection(team), stream))
      if (!notCopied.test(message.subject)) await write(team, message);
};

/** Restores a backup. Throws, and writes nothing, if these servers have records. */
export const restoreBackup = async (
  parts: Stored & { readonly clock: Clock; readonly log: Log },
  input: Readable,
): Promise<void> => {
  const { accounts, records } = parts;
  // A stream that was just made does not answer at once.
  if ((await tried(() => records.readAll('team', '*'))).length > 0)
    throw new Error('these servers have teams already: restore into empty ones');
  const teams = createTeams(parts);
  for await (const text of createInterface({ input })) {
    const { team, subject, data, ttl } = line.parse(JSON.parse(text));
    if (notRestored.test(subject)) continue;
    const { js } = team === null ? accounts.own : await teams.connection(team);
    const entry = Buffer.from(data, 'base64');
    // Desktops take an entry that is there twice once.
    await tried(() => js.publish(subject, entry, ttl === undefined ? {} : { ttl }));
  }
};
