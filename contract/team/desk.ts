/**
 * HTTP between desktop and the hub's desk: joining, members, keys, credentials and webhooks of a team. Every request
 * is signed (signed-request.ts) and bodies are JSON; the hub finds the team by the desktop. The hub decides from its
 * own records, never from the log, to which members can write.
 */
import { z } from 'zod';
import { readonlyObject, readonlyStrictObject } from '../schema.ts';
import { signedErrors } from './signed-request.ts';
import { hashedKey, token } from './subjects.ts';

/** The most desktops that a team may have. */
export const maxDesktops = 60;

/** Prefix of JetStream requests in a desktop's account, instead of `$JS.API`. */
export const apiPrefix = 'log';

/** Prefix of the subjects on which a desktop receives answers. */
export const buildInboxPrefix = (desktop: string): string => `_INBOX.${desktop}`;

/** Names of the only consumers that a desktop may create: permissions compare whole names. */
export const listConsumers = (desktop: string): readonly string[] =>
  [1, 2, 3].map((number) => `${desktop}-${number}`);

export const role = z.enum(['owner', 'member']);
export type Role = z.infer<typeof role>;

/** A desktop's public nkey, which is its id. */
export const desktopID = z.string().regex(/^U[A-Z2-7]{55}$/);
const base64url = (bytes: number) =>
  z.string().regex(new RegExp(String.raw`^[\w-]{${Math.ceil((bytes * 4) / 3)}}$`));
/** An X25519 public key. */
const publicKey = base64url(32);
const digest = base64url(32);
/** The team's newest key, wrapped for a desktop. */
const wrap = z.string().min(1).max(1_000);
/**
 * The older keys and the list of confirmed desktops, sealed with the newest key. They stay below the log servers' limit
 * of 1 MiB after 10,000 changes.
 */
const olderKeys = z.string().min(1).max(900_000);
const keyNumber = z.int().min(1).max(0xff_ff);
const time = z.number();

/** The desk's paths under the hub's address. */
export const deskPaths = {
  join: '/desk/join',
  credential: '/desk/credential',
  team: '/desk/team',
  invite: '/desk/invite',
  withdraw: '/desk/withdraw',
  confirm: '/desk/confirm',
  member: '/desk/member',
  revoke: '/desk/revoke',
  rotate: '/desk/rotate',
  webhook: '/desk/webhook',
} as const;

/** `POST /desk/invite`, by an owner, who keeps the secret (main/sealing/six-digits.ts). */
export const deskInvite = readonlyStrictObject({
  invitation: token,
  /** SHA-256 of the proof of the secret. */
  proofDigest: digest,
  person: token,
  role,
});

/** `POST /desk/withdraw`: ends an invitation, also one that a desktop has used and that is not confirmed. */
export const deskWithdraw = readonlyStrictObject({ invitation: token });

/** `POST /desk/join`: uses an invitation with the keys of a new desktop, which signs the request. */
export const deskJoin = readonlyStrictObject({
  team: token,
  invitation: token,
  proof: digest,
  wrapping: publicKey,
  /** The team's first public key, from its first desktop. */
  founding: readonlyStrictObject({ publicKey, wrapped: wrap, older: olderKeys }).nullable(),
});

/** `POST /desk/confirm`, by an owner who compared the six digits. */
export const deskConfirm = readonlyStrictObject({
  invitation: token,
  desktop: desktopID,
  /** The newest key for the new desktop, and its number. */
  wrapped: wrap,
  key: keyNumber,
  /** The older keys with the new desktop in the list, and the SHA-256 of those that they replace. */
  older: olderKeys,
  before: digest,
});

/** `POST /desk/member`, by an owner: changes a person's role. */
export const deskMember = readonlyStrictObject({ person: token, role });

/** `POST /desk/revoke`: removes a desktop. Owners may remove any, members only their own. */
export const deskRevoke = readonlyStrictObject({ desktop: desktopID });

/** `POST /desk/rotate`, by an owner: the next key of the team, wrapped for every desktop, and the older ones. */
export const deskRotate = readonlyStrictObject({
  key: keyNumber,
  publicKey,
  /** Empty for a desktop that no owner confirmed. */
  wraps: z.record(desktopID, z.union([wrap, z.literal('')])),
  /** The older keys with the list, and the SHA-256 of those that they replace. */
  older: olderKeys,
  before: digest,
});

/**
 * `POST /desk/webhook`: sets the endpoint for the deliveries of a business or a whole account; null removes it. Open to
 * members, because the desktop that repairs webhooks adds those of new businesses.
 */
export const deskWebhook = readonlyStrictObject({
  account: hashedKey,
  /** Keyed hash of the business; null for the whole account. */
  business: hashedKey.nullable(),
  webhook: readonlyStrictObject({
    path: base64url(32),
    username: z.string().min(1).max(200),
    /** SHA-256 of the password. */
    passwordDigest: digest,
  }).nullable(),
});
export type WebhookChange = z.infer<typeof deskWebhook>;

/**
 * `POST /desk/credential`. `seen` is the number of the last answer, 0 at first, and `attempt` is random and stored
 * before the request. A copy of a desktop repeats a number that the original has used, or the other way around.
 */
export const deskCredential = readonlyStrictObject({
  seen: z.int().nonnegative(),
  attempt: base64url(16),
});

/** Answer of the credential request: everything that a desktop needs to connect to the log. */
export const credential = readonlyObject({
  number: z.int().positive(),
  team: token,
  person: token,
  role,
  jwt: z.string(),
  /** UTC milliseconds. */
  expires: time,
  servers: z.array(z.string()).readonly(),
});

export type Credential = z.infer<typeof credential>;

/** Answer of `GET /desk/team`. */
export const deskTeam = readonlyObject({
  team: token,
  members: z.array(readonlyObject({ person: token, role })).readonly(),
  desktops: z
    .array(readonlyObject({ desktop: desktopID, person: token, wrapping: publicKey, since: time }))
    .readonly(),
  /** For owners; empty for members. */
  invitations: z
    .array(
      readonlyObject({
        invitation: token,
        person: token,
        role,
        expires: time,
        /** The desktop that used it and waits for the owner. */
        joining: readonlyObject({ desktop: desktopID, wrapping: publicKey }).nullable(),
      }),
    )
    .readonly(),
  /** The first and the newest key of the team; one of them before the first change. */
  keys: z.array(readonlyObject({ key: keyNumber, publicKey })).readonly(),
  /** Keys for the desktop that asks: the one with which it joined, and a later one. */
  wrapped: z.array(wrap).max(2).readonly(),
  older: olderKeys,
  /** A desktop of the team lacks the newest key, or a removed one has it: an owner's desktop must rotate the key. */
  isKeyDue: z.boolean(),
  /** Accounts whose deliveries the hub receives, with the path under the hub's address. */
  webhooks: z
    .array(
      readonlyObject({
        account: hashedKey,
        business: hashedKey.nullable(),
        path: z.string(),
      }),
    )
    .readonly(),
});

export type DeskTeam = z.infer<typeof deskTeam>;

/** An invitation as an owner sends it. The part after # reaches no server. */
export type Invitation = {
  /** The hub's address. */
  readonly address: string;
  readonly team: string;
  readonly invitation: string;
  readonly secret: string;
};

export const formatInvitation = ({ address, team, invitation, secret }: Invitation): string =>
  `${address}/join#${team}.${invitation}.${secret}`;

/** Parses an invitation; null for any other text. */
export const parseInvitation = (text: string): Invitation | null => {
  const [, address = '', team = '', invitation = '', secret = ''] =
    /^(https?:\/\/\S+)\/join#([\w-]{1,64})\.([\w-]{1,64})\.([\w-]{43})$/.exec(text.trim()) ?? [];
  return address === '' ? null : { address, team, invitation, secret };
};

/** The closed list of the desk's errors, with the HTTP status of each. */
export const deskErrors = {
  ...signedErrors,
  /** The invitation does not exist, or the proof is wrong. */
  no_invitation: 404,
  /** No such person or desktop in the team. */
  unknown: 404,
  /** The number of the credential was used: this desktop is a copy, or was copied. */
  copied: 409,
  /** Something changed meanwhile: read the team again. */
  conflict: 409,
  /** A team needs an owner with a desktop. */
  last_owner: 409,
  /** The team has reached its limit of desktops, invitations or webhooks. */
  too_many: 409,
  /** The invitation has expired, or was used or withdrawn. */
  expired: 410,
} as const;
export type DeskErrorCode = keyof typeof deskErrors;

/** Answer of joining. `confirmed`: the desktop is a member. */
export const deskJoined = readonlyObject({ confirmed: z.boolean() });
