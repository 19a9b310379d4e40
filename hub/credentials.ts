/**
 * The claims that the NATS servers enforce: limits of a team's account, and subjects of each user. Members may
 * publish and follow; only the hub may create, change or purge a stream.
 */
import { encodeAccount, encodeOperator, encodeUser, type Permissions } from '@nats-io/jwt';
import {
  apiPrefix,
  listConsumers,
  buildInboxPrefix,
  maxDesktops,
  type Role,
} from '../contract/team/desk.ts';
import { hubSubjects } from '../contract/team/subjects.ts';
import type { KeyPair } from '@nats-io/nkeys';
import type { HubKeys } from './keys.ts';

const megabyte = 1024 * 1024;
/** In bytes, of a member's entry. */
export const maxEntryLength = 256 * 1024 + 1024;
/** In bytes. A delivery's 256 KiB are sealed as a JSON string, in which every character may be escaped. */
export const maxSealedDeliveryLength = 2 * 256 * 1024 + 1024;
/** In bytes, of a team's log. */
export const maxLogSize = 256 * megabyte;
/** In bytes, of a team's snapshots for new desktops. */
export const maxSnapshotsSize = 128 * megabyte;
const hubConnections = 8;
export const stream = 'TEAM';
export const logSubjects = [
  ...['in.>', 'fact.>', 'reply.>', 'claim.>', 'turn.>', 'duty.>', 'team.>', 'person.>'],
];
/** The stream of an object store named TEAM, for snapshots. */
export const objects = `OBJ_${stream}`;
export const objectSubjects = [`$O.${stream}.C.>`, `$O.${stream}.M.>`];

const unlimited = { imports: -1, exports: -1, wildcards: true, data: -1, leaf: 0 };

const buildJetStreamLimits = (
  replicas: number,
  bytes: number,
  streams: number,
  consumer: number,
) => ({
  // The servers count each replica.
  disk_storage: bytes * replicas,
  mem_storage: 16 * megabyte,
  streams,
  consumer,
  max_bytes_required: true,
});

/**
 * Writes the part of a server's configuration that names the operator and lets the hub add accounts. It has no secrets.
 * @param folder of the accounts, on the server
 */
export const formatNatsSettings = async (
  { operator, systemAccount }: HubKeys,
  folder: string,
): Promise<string> => {
  const system = systemAccount.getPublicKey();
  const limits = { ...unlimited, conn: -1, subs: -1, payload: -1 };
  return [
    `operator: ${await encodeOperator('hearthline', operator, { system_account: system })}`,
    `system_account: ${system}`,
    `resolver: { type: full, dir: ${JSON.stringify(folder)}, allow_delete: false, interval: "2m" }`,
    `resolver_preload: { ${system}: ${await encodeAccount('system', systemAccount, { limits }, { signer: operator })} }`,
    '',
  ].join('\n');
};

export const createSystemUserToken = ({ systemAccount, systemUser }: HubKeys): Promise<string> =>
  encodeUser('hub', systemUser, systemAccount);

export const createHubAccountToken = ({ operator, hubAccount }: HubKeys): Promise<string> =>
  encodeAccount(
    'hub',
    hubAccount,
    {
      limits: {
        ...unlimited,
        conn: 64,
        subs: -1,
        payload: megabyte,
        disk_storage: -1,
        streams: 1,
        consumer: 64,
      },
    },
    { signer: operator },
  );

export const createHubUserToken = ({ hubAccount, hubUser }: HubKeys): Promise<string> =>
  encodeUser('hub', hubUser, hubAccount);

/**
 * Subjects of the log's account that members use. They are imported, so that servers reply only on subjects of this
 * list: in a shared account, a member could have a server reply on the subject that deletes the stream.
 */
const published = [...logSubjects, ...objectSubjects];
const requests = [
  ...['STREAM.INFO', 'STREAM.MSG.GET'].map((request) => `${request}.${stream}`),
  ...['STREAM.MSG.GET', 'DIRECT.GET'].map((request) => `${request}.${objects}`),
  // Replacing a snapshot purges the previous one.
  `STREAM.PURGE.${objects}`,
];
/** Requests that name one consumer of the log. The object store has none: snapshots are read directly. */
const consumerRequests = ['CREATE', 'INFO', 'DELETE', 'MSG.NEXT'].map(
  (request) => `CONSUMER.${request}.${stream}`,
);
const hasSeveralReplies = (request: string): boolean => /MSG\.NEXT|DIRECT/.test(request);
const services = [
  ...published.map((subject) => ({ subject, local: subject, isStream: false })),
  ...[...requests, ...consumerRequests.map((request) => `${request}.*`)].map((request) => ({
    subject: `$JS.API.${request}`,
    local: `${apiPrefix}.${request}`,
    isStream: hasSeveralReplies(request),
  })),
];

/** The account of a team's log, in which only the hub has a user. */
export const createLogAccountToken = (
  { operator, logAccount }: HubKeys,
  team: string,
  replicas: number,
): Promise<string> =>
  encodeAccount(
    `log ${team}`,
    logAccount(team),
    {
      limits: {
        ...unlimited,
        conn: hubConnections,
        subs: -1,
        payload: maxSealedDeliveryLength,
        ...buildJetStreamLimits(replicas, maxLogSize + maxSnapshotsSize, 2, 4 * maxDesktops),
      },
      exports: services.map(({ subject, isStream }) => ({
        name: subject,
        subject,
        type: 'service' as const,
        response_type: isStream ? ('Stream' as const) : ('Singleton' as const),
      })),
    },
    { signer: operator },
  );

/**
 * The account of a team's desktops.
 * @param revoked seconds by public key of a user: tokens issued until then are refused, live connections cut
 */
export const createTeamAccountToken = (
  { operator, logAccount, teamAccount }: HubKeys,
  team: string,
  revoked: Readonly<Record<string, number>>,
): Promise<string> => {
  const account = logAccount(team).getPublicKey();
  return encodeAccount(
    `team ${team}`,
    teamAccount(team),
    {
      limits: {
        ...unlimited,
        conn: maxDesktops,
        subs: 64 * maxDesktops,
        payload: maxEntryLength,
        disallow_bearer: true,
      },
      imports: services.map(({ subject, local }) => ({
        name: subject,
        subject,
        local_subject: local,
        type: 'service' as const,
        account,
      })),
      revocations: { ...revoked },
    },
    { signer: operator },
  );
};

export const createLogUserToken = (
  { logAccount, logUser }: HubKeys,
  team: string,
): Promise<string> => encodeUser('hub', logUser(team), logAccount(team));

const buildPermissions = (role: Role, desktop: string): Permissions => ({
  pub: {
    allow: [
      ...published.filter((subject) => subject !== 'team.>' || role === 'owner'),
      'live.>',
      ...requests.map((request) => `${apiPrefix}.${request}`),
      ...listConsumers(desktop).flatMap((name) =>
        consumerRequests.map((request) => `${apiPrefix}.${request}.${name}`),
      ),
    ],
    deny: [...hubSubjects],
  },
  sub: { allow: [`${buildInboxPrefix(desktop)}.>`, 'live.>'] },
});

/** Signs a token again with another time of issue: the library knows only the time now. */
const reissue = (token: string, seconds: number, signer: KeyPair): string => {
  const [head = '', claims = ''] = token.split('.');
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
  const issued = Buffer.from(JSON.stringify({ ...read, iat: seconds })).toString('base64url');
  const signed = new TextEncoder().encode(`${head}.${issued}`);
  return `${head}.${issued}.${Buffer.from(signer.sign(signed)).toString('base64url')}`;
};

/**
 * The credential of a desktop.
 * @param id its public key, an nkey
 * @param times UTC seconds; the servers compare `issued` with revocations
 */
export const createDesktopToken = async (
  { teamAccount }: HubKeys,
  { team, id, role }: { readonly team: string; readonly id: string; readonly role: Role },
  { issued, expires }: { readonly issued: number; readonly expires: number },
): Promise<string> => {
  const account = teamAccount(team);
  const rights = {
    ...buildPermissions(role, id),
    data: -1,
    payload: maxEntryLength,
    subs: 64,
    bearer_token: false,
  };
  return reissue(await encodeUser(id, id, account, rights, { exp: expires }), issued, account);
};
