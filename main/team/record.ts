/** This desktop's place in a team as the vault keeps it. Nothing of it is in any other file. */
import { z } from 'zod';
import { succeed, type Answer } from '../../contract/errors.ts';
import { credential, desktopID, role } from '../../contract/team/desk.ts';
import { token } from '../../contract/team/subjects.ts';
import { recordName } from './has-team.ts';
import type { Vault } from '../vault/vault.ts';

const key = z.string().regex(/^[\w-]{43}$/);

const schema = z.object({
  /** The hub's. */
  address: z.string(),
  /** Seed of the desktop's nkey. */
  seed: z.string(),
  wrapping: z.object({ privateKey: key, publicKey: key }),
  /** The invitation while an owner has not confirmed. `founding` is the keyring that a team begins with. */
  joining: z
    .object({ team: token, invitation: token, secret: z.string(), founding: z.string() })
    .nullable(),
  member: z.object({ team: token, person: token, role, keyring: z.string() }).nullable(),
  /** The invitation's, by which a keyring for this desktop is known to come from who invited it. */
  secret: z.string().nullable(),
  /** `attempt` is stored before its request, so that a lost answer is asked for again. */
  credential: z.object({
    seen: z.number(),
    attempt: z.string().nullable(),
    issued: credential.nullable(),
  }),
  /** By invitation: the secrets of those that this desktop made. */
  invited: z.record(z.string(), z.object({ secret: z.string(), expires: z.number() })),
  /** The desktop of the recovery code. */
  recovery: desktopID.nullable(),
  /** A desktop was removed while this key sealed; a later one must follow. Null: none was. */
  rotateFrom: z.number().nullable(),
  /** When the hub last answered, UTC milliseconds. */
  reachedAt: z.number(),
  ended: z.enum(['removed', 'copied']).nullable(),
});
export type TeamRecord = Readonly<z.infer<typeof schema>>;

export type TeamRecords = {
  /** Null without a team, and for a record that cannot be read. */
  readonly read: () => TeamRecord | null;
  /** Also true for a record that cannot be read. */
  readonly exists: () => boolean;
  /** Errors: those of the vault. */
  readonly write: (record: TeamRecord) => Answer<Record<string, never>>;
  readonly remove: () => Answer<Record<string, never>>;
};

/** The record in a vault. */
export const teamRecords = (vault: Vault): TeamRecords => ({
  read: () => schema.safeParse(vault.read(recordName)).data ?? null,
  exists: () => vault.read(recordName) !== null,
  write: (record) => vault.write(recordName, record),
  remove: () => (vault.read(recordName) === null ? succeed({}) : vault.remove(recordName)),
});
