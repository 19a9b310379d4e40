/**
 * The hub's records, in a stream of its account, to which no desktop can write. All hubs share them, and every change
 * is a compare-and-set on its subject.
 */
import type { StoredMsg } from '@nats-io/jetstream';
import { z } from 'zod';
import { desktopID, role } from '../contract/team/desk.ts';
import type { Connection } from './connections.ts';
import { ensureStream, isConflict } from './team-accounts.ts';

export const recordsStream = 'HUB';
const megabyte = 1024 * 1024;
/** Messages; the servers return at most 1,024 at once. */
const maxAtOnce = 1_000;
/** Retention of an invitation, used or not. */
const invitationKept = '720h';

const joining = z.object({ desktop: desktopID, wrapping: z.string() }).readonly();

/** Schemas by kind. A record's subject is `hub.<kind>.<team>.<id>`. */
const schemas = {
  team: z.object({ created: z.number() }).readonly(),
  member: z.object({ role }).readonly(),
  desktop: z
    .object({
      person: z.string(),
      wrapping: z.string(),
      since: z.number(),
      state: z.enum(['active', 'revoked']),
      /** UTC seconds: credentials issued until then are refused. */
      refusedUntil: z.number(),
      /** The key that was wrapped for it when it joined, and its number. */
      wrapped: z.string(),
      key: z.number().default(0),
    })
    .readonly(),
  invitation: z
    .object({
      proofDigest: z.string(),
      person: z.string(),
      role,
      expires: z.number(),
      /** Admits the first desktop of a team, without a confirmation. */
      founding: z.boolean(),
      state: z.enum(['open', 'joining', 'used', 'withdrawn']),
      joining: joining.nullable(),
    })
    .readonly(),
  key: z
    .object({
      publicKey: z.string(),
      /** By desktop; empty for one that no owner confirmed. */
      wraps: z.record(z.string(), z.string()).readonly(),
      /** The older keys and the list of confirmed desktops, sealed with this one. */
      older: z.string(),
    })
    .readonly(),
  webhook: z
    .object({
      /** Key of the account that brings in its deliveries. */
      account: z.string(),
      path: z.string(),
      username: z.string(),
      passwordDigest: z.string(),
      /** The desktop that set it; empty in one of an earlier version. */
      by: z.string().default(''),
    })
    .nullable()
    // One of an earlier version counts as removed.
    .catch(null),
  /** The last issue of a desktop's credential (contract/team/desk.ts). */
  issue: z.object({ attempt: z.string() }).readonly(),
  /** Sealed by grants.ts. */
  grant: z.object({ sealed: z.string() }).readonly(),
} as const;
export type Kind = keyof typeof schemas;
export type RecordOf<K extends Kind> = z.infer<(typeof schemas)[K]>;

/** A record with the sequence that its next change expects. */
export type Stored<T> = { readonly sequence: number; readonly value: T };
type All<K extends Kind> = ReadonlyMap<string, Stored<RecordOf<K>>>;

export type TeamState = {
  readonly team: string;
  readonly members: All<'member'>;
  readonly desktops: All<'desktop'>;
  readonly invitations: All<'invitation'>;
  /** By number. */
  readonly keys: All<'key'>;
  /** By business, or by account for one of a whole account. */
  readonly webhooks: All<'webhook'>;
};

/** The last sequence of records of a kind in a team; 0 without one. */
export const findLastSequence = (records: ReadonlyMap<string, Stored<unknown>>): number =>
  Math.max(0, ...[...records.values()].map(({ sequence }) => sequence));

/** A team's keys by number, newest first. */
export const listKeys = ({ keys }: Pick<TeamState, 'keys'>) =>
  [...keys]
    .map(([id, { value }]) => ({ ...value, key: Number(id) }))
    .toSorted((one, other) => other.key - one.key);

type Keyed = Pick<TeamState, 'keys' | 'desktops'>;
type Newest = ReturnType<typeof listKeys>[number] | undefined;

const hasKey = (newest: Newest, desktop: string, { key }: RecordOf<'desktop'>): boolean =>
  newest !== undefined && (newest.wraps[desktop] !== undefined || key >= newest.key);

/** True if the newest key is missing on a desktop of the team, or known to a removed one. */
export const isKeyDue = (state: Keyed): boolean => {
  const [newest] = listKeys(state);
  return [...state.desktops].some(
    ([desktop, { value }]) => hasKey(newest, desktop, value) !== (value.state === 'active'),
  );
};

/** True if a desktop was removed and lacks the newest key. */
export const isShutOut = (state: Keyed, desktop: string): boolean => {
  const value = state.desktops.get(desktop)?.value;
  return value?.state === 'revoked' && !hasKey(listKeys(state)[0], desktop, value);
};

const formatSubject = (kind: Kind, team: string, id?: string): string =>
  ['hub', kind, team, ...(id === undefined ? [] : [id])].join('.');

const parse = <K extends Kind>(kind: K, message: StoredMsg) => {
  const [, , team = '', id = ''] = message.subject.split('.');
  const value = schemas[kind].parse(message.json()) as RecordOf<K>;
  return { sequence: message.seq, team, id, value };
};

const getCode = (thrown: unknown): number | undefined => (thrown as { code?: number }).code;

export type Records = Awaited<ReturnType<typeof openRecords>>;

/** Creates the stream unless it exists. */
export const openRecords = async (connection: Connection, replicas: number) => {
  // If the stream is full, a record that does not grow still replaces its last version.
  await ensureStream(connection, {
    name: recordsStream,
    subjects: ['hub.>'],
    num_replicas: replicas,
    max_bytes: 1024 * megabyte,
    max_msgs_per_subject: 1,
    allow_msg_ttl: true,
  });
  const { nats, js, jsm } = connection;

  const readLast = async (subject: string): Promise<StoredMsg | null> =>
    jsm.streams.getMessage(recordsStream, { last_by_subj: subject });

  /** Throws code 413 for more messages than a server returns at once. */
  const readLastAtOnce = async (subjects: readonly string[]): Promise<StoredMsg[]> => {
    const found: StoredMsg[] = [];
    const batch = await jsm.direct.getLastMessagesFor(recordsStream, { multi_last: [...subjects] });
    try {
      for await (const message of batch) found.push(message);
    } catch (thrown) {
      if (getCode(thrown) !== 404) throw thrown;
    }
    return found;
  };

  const readLastOfAll = async (filters: readonly string[]): Promise<readonly StoredMsg[]> => {
    try {
      return await readLastAtOnce(filters);
    } catch (thrown) {
      if (getCode(thrown) !== 413) throw thrown;
    }
    const found: StoredMsg[] = [];
    for (const filter of filters) {
      const { state } = await jsm.streams.info(recordsStream, { subjects_filter: filter });
      const subjects = Object.keys(state.subjects ?? {});
      while (subjects.length > 0)
        found.push(...(await readLastAtOnce(subjects.splice(0, maxAtOnce))));
    }
    return found;
  };

  const read = async <K extends Kind>(kind: K, team: string, id: string) => {
    const message = await readLast(formatSubject(kind, team, id));
    return message && parse(kind, message);
  };

  return {
    /** @param team `*` finds the record of an id in any team */
    read,
    /** All records of a kind, by team and id. */
    readAll: async <K extends Kind>(kind: K, team: string) =>
      (await readLastOfAll([formatSubject(kind, team, '>')])).map((message) =>
        parse(kind, message),
      ),
    /** The records of a team that decide about its requests. */
    readState: async (team: string): Promise<TeamState> => {
      const kinds = ['member', 'desktop', 'invitation', 'key', 'webhook'] as const;
      const messages = await readLastOfAll(kinds.map((kind) => formatSubject(kind, team, '>')));
      const all = <K extends Kind>(kind: K): All<K> =>
        new Map(
          messages
            .filter(({ subject }) => subject.startsWith(`${formatSubject(kind, team)}.`))
            .map((message) => parse(kind, message))
            .map(({ id, sequence, value }) => [id, { sequence, value }]),
        );
      return {
        team,
        members: all('member'),
        desktops: all('desktop'),
        invitations: all('invitation'),
        keys: all('key'),
        webhooks: all('webhook'),
      };
    },
    /**
     * Writes a record whose last sequence is still `expected`, 0 for a new one. Returns its sequence; null if another
     * change came first.
     * @param scope `kind`: `expected` is the last sequence of all records of this kind in the team
     */
    write: async <K extends Kind>(
      kind: K,
      team: string,
      id: string,
      value: RecordOf<K>,
      expected: number,
      scope?: 'kind',
    ): Promise<number | null> => {
      const subject = formatSubject(kind, team, id);
      const text = JSON.stringify(value);
      try {
        const of = scope && { lastSubjectSequenceSubject: formatSubject(kind, team, '*') };
        const expect = { lastSubjectSequence: expected, ...of };
        const ttl = kind === 'invitation' ? { ttl: invitationKept } : {};
        return (await js.publish(subject, text, { expect, ...ttl })).seq;
      } catch (thrown) {
        if (isConflict(thrown)) return null;
        // The record may have been stored although no answer arrived.
        const stored = await readLast(subject);
        if (stored !== null && stored.seq > expected && stored.string() === text) return stored.seq;
        throw thrown;
      }
    },
    /** Calls the listener for each change of a kind, also those of other hubs. */
    onChange: (kind: Kind, listener: (team: string, id: string) => void): void => {
      nats.subscribe(formatSubject(kind, '*', '*'), {
        callback: (error, { subject }) => {
          const [, , team = '', id = ''] = subject.split('.');
          if (error === null) listener(team, id);
        },
      });
    },
  };
};
