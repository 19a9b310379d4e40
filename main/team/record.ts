/** This desktop's team membership, stored only in the vault. */
import { z } from 'zod';
import type { Answer } from '../../contract/errors.ts';
import { credential, desktopID, role } from '../../contract/team/desk.ts';
import { token } from '../../contract/team/subjects.ts';
import { confirmedSchema } from '../sealing/keyring.ts';
import { recordName } from './has-team.ts';
import type { Vault } from '../vault/vault.ts';

export type Done = Record<string, never>;

export const maxRemoved = 1_000;

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
  member: z
    .object({
      ...{ team: token, person: token, role, keyring: z.string() },
      /** The last list of the confirmed desktops; a hub that was restored from a backup lacks it. */
      confirmed: confirmedSchema.optional(),
    })
    .nullable(),
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
  /** The last desktops that this one removed: the hub may still name them. */
  removed: z.array(desktopID).max(maxRemoved).optional(),
  /** Time of the last answer of the hub, UTC milliseconds. */
  reachedAt: z.number(),
  ended: z.enum(['removed', 'copied']).nullable(),
});
export type TeamRecord = Readonly<z.infer<typeof schema>>;

/** The record of a desktop that is neither joining nor a member yet. */
export const createRecord = (
  address: string,
  keys: Pick<TeamRecord, 'seed' | 'wrapping'>,
): TeamRecord => ({
  address,
  ...keys,
  joining: null,
  member: null,
  secret: null,
  credential: { seen: 0, attempt: null, issued: null },
  invited: {},
  recovery: null,
  reachedAt: 0,
  ended: null,
});

/** Reads the vault's record once, and keeps it in memory. */
export const openTeamRecord = (vault: Vault) => {
  const stored = vault.read(recordName);
  let record: TeamRecord | null = schema.safeParse(stored).data ?? null;
  return {
    /** True if the vault has a record that cannot be read. */
    isUnreadable: stored !== null && record === null,
    /** Null without a team, and for a record that cannot be read. */
    get: (): TeamRecord | null => record,
    /** Stores another record. Errors: those of the vault; the record is then unchanged. */
    write: (next: TeamRecord): Answer<Done> => {
      const written = vault.write(recordName, next);
      if (written.ok) record = next;
      return written;
    },
    /** Errors: those of the vault; the record is then unchanged. */
    remove: (): Answer<Done> => {
      const removed = vault.remove(recordName);
      if (removed.ok) record = null;
      return removed;
    },
    /** Replaces the record in memory even if the vault fails: at the next start, the hub's refusal repeats this. */
    replace: (next: TeamRecord | null): void => {
      if (next === null) vault.remove(recordName);
      else vault.write(recordName, next);
      record = next;
    },
  };
};
export type HeldRecord = ReturnType<typeof openTeamRecord>;
