/**
 * The team's snapshot in JetStream's object store. Chunks are read by direct requests, because desktops may not create
 * consumers of the store: members could use up those of the account.
 */
import { createHash } from 'node:crypto';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { Objm, type ObjectStore } from '@nats-io/obj';

const bucket = 'TEAM';
const name = 'snapshot';
/** In bytes, of one direct request. */
const batchBytes = 4 * 1024 * 1024;

const open = (client: JetStreamClient): Promise<ObjectStore> =>
  new Objm(client).open(bucket, false);

/** Stores a snapshot and removes the previous one. Until then there must be room for both. */
export const storeSnapshot = async (
  client: JetStreamClient,
  head: Uint8Array,
  data: Uint8Array,
): Promise<void> => {
  const description = Buffer.from(head).toString('base64');
  await (await open(client)).putBlob({ name, description }, data);
};

/** Removes all chunks, also those that a killed desktop left behind, which no snapshot names. */
export const purgeSnapshots = async (streams: JetStreamManager['streams']): Promise<void> => {
  await streams.purge(`OBJ_${bucket}`, { filter: `$O.${bucket}.C.>` });
};

/** Returns the head of the snapshot and when it was stored, by its author's clock; null if there is none. */
export const fetchSnapshotHead = async (
  client: JetStreamClient,
): Promise<{ readonly head: Uint8Array; readonly at: number } | null> => {
  const found = await (await open(client)).info(name);
  if (found === null || found.deleted) return null;
  return { head: Buffer.from(found.description ?? '', 'base64'), at: Date.parse(found.mtime) || 0 };
};

/** Returns the snapshot, or null if there is none. Throws if it is incomplete, as while it is being replaced. */
export const fetchSnapshot = async (
  client: JetStreamClient,
  direct: JetStreamManager['direct'],
): Promise<Uint8Array | null> => {
  const found = await (await open(client)).info(name);
  if (found === null || found.deleted) return null;
  const hash = createHash('sha256');
  const parts: Uint8Array[] = [];
  let next = 1;
  while (parts.length < found.chunks) {
    const before = next;
    const batch = await direct.getBatch(`OBJ_${bucket}`, {
      seq: next,
      next_by_subj: `$O.${bucket}.C.${found.nuid}`,
      max_bytes: batchBytes,
    });
    for await (const { data, seq } of batch) {
      hash.update(data);
      parts.push(data);
      next = seq + 1;
    }
    if (next === before) break;
  }
  if (found.digest.replace(/=+$/, '') !== `SHA-256=${hash.digest('base64url')}`)
    throw new Error('the snapshot is incomplete');
  return new Uint8Array(Buffer.concat(parts));
};
