/**
 * The team's snapshot: the leads and conversations of its accounts, for desktops that the log's deliveries of 7 days do
 * not reach. Facts are not in it, because the log keeps them. It is a head and parts, each sealed and compressed
 * separately, so that a reader unpacks little at a time and a bad part spoils no other.
 */
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { personID } from '../../../../contract/person-name.ts';
import { attachment, side } from '../../../../contract/records.ts';
import { readonlyObject } from '../../../../contract/schema.ts';
import { replyingRule } from '../../../../contract/team/facts.ts';
import { hashedKey } from '../../../../contract/team/subjects.ts';
import { parseJSON } from '../../../http/json.ts';
import type { Keyring } from '../../../sealing/keyring.ts';
import { openCurrent, openEnvelope, sealForMembers } from '../../../sealing/seal.ts';

/** Increased when older apps can no longer read it. */
export const version = 1;

/** In bytes, of the sealed parts: the store has 128 MB, and keeps the previous snapshot until the next is whole. */
const maxSnapshotSize = 56 * 1024 * 1024;
/** In bytes, unpacked: of a part, and of all together. */
const maxPartLength = 32 * 1024 * 1024;
const maxUnpacked = 1024 * 1024 * 1024;
const lengthBytes = 4;

const headSubject = 'snapshot';
const formatPartSubject = (id: string, at: number): string => `snapshot.${id}.${at}`;

const count = z.number().int().min(0);
const head = readonlyObject({
  version: z.number().int(),
  /** Binds the parts to this head. */
  id: z.string().regex(/^[\w-]{22}$/),
  parts: count,
  /** False when the oldest leads had no room, or a lead was too long. */
  isWhole: z.boolean(),
  /** Number of leads by the account's key. */
  leads: z.record(hashedKey, count),
});
export type SnapshotHead = z.infer<typeof head>;

const time = z.number().int();
const name = z.string().max(1_000);

export const snapshotMessage = readonlyObject({
  /** The service's id; null where it gives none. */
  id: name.min(1).nullable(),
  side,
  author: name,
  text: z.string(),
  attachments: z.array(attachment).readonly(),
  sentAt: time,
  person: personID.nullable(),
  /** As in the table. */
  automatic: z.number().int().min(0).max(4),
  automaticText: name.nullable(),
  replyID: name.min(1).nullable(),
  rule: replyingRule.nullable(),
});
export type SnapshotMessage = z.infer<typeof snapshotMessage>;

export const snapshotLead = readonlyObject({
  account: hashedKey,
  negotiation: name.min(1),
  /** The service's record with its unknown fields. */
  record: z.record(z.string(), z.unknown()),
  createdAt: time,
  isFromList: z.boolean(),
  availability: z.enum(['here', 'gone', 'forbidden']).catch('here'),
  /** Of a legacy update. */
  update: readonlyObject({ price: name.nullable(), chargeState: name.nullable() }).nullable(),
  /** Newest first. */
  phones: z.array(name.min(1)).max(10).readonly(),
  /** Null for a service that cannot be polled; `to` is null while the conversation was not read. */
  read: readonlyObject({ to: time.nullable() }).nullable(),
  /** Each is parsed on its own. */
  messages: z.array(z.unknown()).readonly(),
});
export type SnapshotLead = Omit<z.infer<typeof snapshotLead>, 'messages' | 'record'> & {
  readonly record: unknown;
  readonly messages: readonly SnapshotMessage[];
};

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Collects the parts of a new snapshot. */
export const createSnapshot = (keyring: Keyring, maxBytes = maxSnapshotSize) => {
  const id = randomBytes(16).toString('base64url');
  const frames: Buffer[] = [];
  let parts = 0;
  let bytes = 0;
  let unpacked = 0;
  return {
    /** Adds leads as JSON; false when they have no room. */
    add: async (leads: readonly string[]): Promise<boolean> => {
      const text = Buffer.from(`[${leads.join()}]`);
      const sealed = sealForMembers(keyring, formatPartSubject(id, parts), await zip(text));
      bytes += lengthBytes + sealed.length;
      unpacked += text.length;
      if (bytes > maxBytes || unpacked > maxUnpacked) return false;
      const length = Buffer.alloc(lengthBytes);
      length.writeUInt32BE(sealed.length);
      frames.push(length, sealed);
      parts += 1;
      return true;
    },
    end: (about: Pick<SnapshotHead, 'isWhole' | 'leads'>) => {
      const content: SnapshotHead = { version, id, parts, ...about };
      const head = sealForMembers(keyring, headSubject, JSON.stringify(content));
      return { id, head, data: Buffer.concat(frames) };
    },
  };
};

export type ReadHead =
  | { readonly ok: true; readonly head: SnapshotHead }
  /**
   * `other_key`: sealed by the hub, or with an earlier or later key than this desktop's. `newer`: of a newer version of
   * this app. `before` is its head, which may only be used for the numbers of leads.
   */
  | {
      readonly ok: false;
      readonly code: 'other_key' | 'newer' | 'damaged';
      readonly before: SnapshotHead | null;
    };

const refuse = (code: 'other_key' | 'newer' | 'damaged', before: SnapshotHead | null = null) =>
  ({ ok: false, code, before }) as const;

const parseHead = (text: Buffer) => {
  const content = parseJSON(text.toString('utf8'));
  const read = head.safeParse(content).data ?? null;
  const isNewer = (z.object({ version: count }).safeParse(content).data?.version ?? 0) > version;
  return { read, isNewer };
};

/** Reads the head of a snapshot that a member made with the current key. */
export const readHead = (keyring: Keyring, sealed: Uint8Array): ReadHead => {
  const text = openCurrent(keyring, headSubject, sealed);
  if (text === null) {
    const opened = openEnvelope(keyring, headSubject, sealed);
    if (opened.ok) return refuse('other_key', parseHead(opened.text).read);
    return refuse(opened.code === 'unknown_key' ? 'other_key' : 'damaged');
  }
  const { read, isNewer } = parseHead(text);
  if (isNewer) return refuse('newer');
  return read === null ? refuse('damaged') : { ok: true, head: read };
};

const readPart = async (
  keyring: Keyring,
  subject: string,
  sealed: Uint8Array,
): Promise<{ readonly leads: readonly unknown[]; readonly bytes: number } | null> => {
  const packed = openCurrent(keyring, subject, sealed);
  if (packed === null) return null;
  try {
    const text = await unzip(packed, { maxOutputLength: maxPartLength });
    const leads = z.array(z.unknown()).safeParse(parseJSON(text.toString('utf8'))).data;
    return leads === undefined ? null : { leads, bytes: text.length };
  } catch {
    return null;
  }
};

/** The leads of each part; null for one that cannot be read. */
export async function* readParts(
  keyring: Keyring,
  { id, parts }: Pick<SnapshotHead, 'id' | 'parts'>,
  data: Uint8Array,
): AsyncGenerator<readonly unknown[] | null> {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  let [from, unpacked] = [0, 0];
  for (let at = 0; at < parts; at += 1) {
    if (from + lengthBytes > bytes.length || unpacked > maxUnpacked) {
      yield null;
      return;
    }
    const start = from + lengthBytes;
    from = start + bytes.readUInt32BE(from);
    const part = await readPart(keyring, formatPartSubject(id, at), bytes.subarray(start, from));
    unpacked += part?.bytes ?? 0;
    yield part?.leads ?? null;
  }
}
