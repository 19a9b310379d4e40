/** This desktop's team membership, stored only in the vault. */
import { z } from 'zod';
import { succeed, type Answer } from '../../contract/errors.ts';
import { credential, desktopID, role } from '../../contract/team/desk.ts';
import { token } from '../../contract/team/subjects.ts';
import { recordName } from './has-team.ts';
import type { Vault } from '../vault/vault.ts';

const key = z.string().regex(/^[\w-]{43}$/);

const schema = z.object({
  address: z.string(),
  /** Seed of the desktop's nkey. */
  seed: z.string(),
  wrapping: z.object({ privateKey: key, publicKey: key }),
  /** The invitation until an owner has confirmed. `founding` is the keyring of a team that this desktop founds. */
  joining: z
    .object({ team: token, invitation: token, secret: z.string(), founding: z.string() })
    .nullable(),
  member: z.object({ team: token, person: token, role, keyring: z.string() }).nullable(),
  /** The invitation's secret, which proves that a keyring comes from the inviter. */
  secret: z.string().nullable(),
  /** `attempt` is stored before its request, which can then be repeated after a lost answer. */
  credential: z.object({
    seen: z.number(),
    attempt: z.string().nullable(),
    issued: credential.nullable(),
  }),
  /** Secrets of the invitations that this desktop created, by invitation. */
  invited: z.record(z.string(), z.object({ secret: z.string(), expires: z.number() })),
  /** Public key of the recovery code, which the hub treats as a desktop. */
  recovery: desktopID.nullable(),
  /** Number of the key that the removal of a desktop must replace; null if no removal is pending. */
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

export const teamRecords = (vault: Vault): TeamRecords => ({
  read: () => schema.safeParse(vault.read(recordName)).data ?? null,
  exists: () => vault.read(recordName) !== null,
  write: (record) => vault.write(recordName, record),
  remove: () => (vault.read(recordName) === null ? succeed({}) : vault.remove(recordName)),
});
