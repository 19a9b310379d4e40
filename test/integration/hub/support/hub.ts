/** A hub with its NATS server, and desktops that speak to it as the app does. */
import { Prefix } from '@nats-io/nkeys';
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { TeamMembership } from '../../../../contract/port.ts';
import type { ServiceProfile } from '../../../../contract/profile.ts';
import { brokerErrors } from '../../../../contract/team/broker.ts';
import {
  credential,
  deskErrors,
  deskPaths,
  deskTeam,
  parseInvitation,
  type Role,
} from '../../../../contract/team/desk.ts';
import { signRequest, type Signer } from '../../../../main/http/signed-request.ts';
import { parseConfig } from '../../../../hub/config.ts';
import { deriveKeys, type HubKeys } from '../../../../hub/keys.ts';
import { startHub, type Hub } from '../../../../hub/server.ts';
import { systemClock, type Clock } from '../../../../main/clock/clock.ts';
import { createKeyPair } from '../../../../main/sealing/hpke.ts';
import {
  createKeyring,
  addOlderKeys,
  readConfirmed,
  sealOlderKeys,
  unwrapNewestKey,
  wrapNewestKey,
  type Keyring,
} from '../../../../main/sealing/keyring.ts';
import { createNkey } from '../../../../main/sealing/nkey.ts';
import { deriveInvitationProof } from '../../../../main/sealing/six-digits.ts';
import type { Fetch } from '../../../../main/http/bounded-fetch.ts';
import { startNats, type TestNats } from './nats.ts';

type Answer = { readonly status: number; readonly body: unknown; readonly code: string | null };

/** Starts a hub of these keys at a server. */
export const hubAt = (
  nats: TestNats,
  keys: HubKeys,
  more: {
    services?: readonly ServiceProfile[];
    clock?: Clock;
    fetch?: Fetch;
    lines?: string[];
  } = {},
): Promise<Hub> => {
  const { services = [], clock = systemClock, lines = [] } = more;
  const note = (fields: object, text: string) =>
    lines.push(JSON.stringify({ ...fields, err: String((fields as { err?: unknown }).err), text }));
  return startHub({
    config: {
      ...parseConfig(
        `address: http://127.0.0.1:1\nkeys: x\nlisten: { port: 0 }\nmetrics: { port: 0 }\nnats: { servers: ['${nats.address}'] }`,
        {},
      ),
      services: [...services],
    },
    keys,
    clock,
    log: { info: note, warn: note, error: note },
    fetch: more.fetch ?? fetch,
  });
};

export const startTestHub = async (more: Parameters<typeof hubAt>[2] = {}) => {
  const keys = deriveKeys(randomBytes(32));
  const nats = await startNats(keys);
  const hub = await hubAt(nats, keys, more);
  return {
    keys,
    nats,
    hub,
    stop: async () => {
      await hub.stop();
      await nats.stop();
    },
  };
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');
const codes = z.enum([...Object.keys(deskErrors), ...Object.keys(brokerErrors)]);
const errorBody = z.object({ error: z.object({ code: codes }) });

/** A desktop with its own keys. */
export const createDesktop = (hub: Pick<Hub, 'address'>, { clock = systemClock } = {}) => {
  let { address } = hub;
  const user = createNkey(Prefix.User, randomBytes(32));
  const desktop = user.getPublicKey();
  const pair = createKeyPair();
  const signer: Signer = { desktop, sign: (bytes) => user.sign(bytes) };
  let keyring: Keyring | null = null;
  let seen = 0;

  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const authorization = signRequest(signer, { method, path, body: text }, clock.now());
    const response = await fetch(address + path, {
      method,
      headers: {
        authorization,
        // The hub may just be closing an idle connection.
        connection: 'close',
        ...(text !== '' && { 'content-type': 'application/json' }),
      },
      ...(text !== '' && { body: text }),
    });
    const answer: unknown = await response.json().catch(() => null);
    return {
      status: response.status,
      body: answer,
      code: errorBody.safeParse(answer).data?.error.code ?? null,
    };
  };
  const post = (path: string, body: object): Promise<Answer> => ask('POST', path, body);
  const readTeam = async () => {
    const team = deskTeam.parse((await ask('GET', deskPaths.team)).body);
    const bytes = Buffer.from(team.wrapped.at(-1) ?? '', 'base64url');
    const newest = unwrapNewestKey(bytes, pair, desktop);
    keyring = newest && addOlderKeys(newest, Buffer.from(team.older, 'base64url'));
    return team;
  };

  return {
    desktop,
    user,
    signer,
    ask,
    post,
    wrapping: pair.publicKey,
    keyring: () => keyring,
    /** Uses an invitation; the first one of a team creates its keys. */
    join: async (link: string, isFirst = false): Promise<Answer> => {
      const { team, invitation, secret } = parseInvitation(link) ?? {
        team: '',
        invitation: '',
        secret: '',
      };
      if (isFirst) keyring = createKeyring();
      const founding = keyring && {
        publicKey: keyring.keys[1]?.publicKey ?? '',
        wrapped: wrapNewestKey(keyring, pair.publicKey, desktop)?.toString('base64url') ?? '',
        older: sealOlderKeys(keyring, { [desktop]: pair.publicKey }).toString('base64url'),
      };
      const proof = deriveInvitationProof(secret);
      return post(deskPaths.join, { team, invitation, proof, wrapping: pair.publicKey, founding });
    },
    /** Invites a person; the secret stays with the owner. */
    invite: async (role: Role = 'member', person = randomBytes(6).toString('base64url')) => {
      const secret = randomBytes(32).toString('base64url');
      const invitation = randomBytes(6).toString('hex');
      const proofDigest = sha256(deriveInvitationProof(secret));
      const answer = await post(deskPaths.invite, { invitation, proofDigest, person, role });
      const { team } = await readTeam();
      return {
        answer,
        invitation,
        person,
        secret,
        link: `http://127.0.0.1:1/join#${team}.${invitation}.${secret}`,
      };
    },
    /** Confirms a desktop that used an invitation, as an owner who compared the digits. */
    confirm: async (
      invitation: string,
      other: { desktop: string; wrapping: string },
      recipient = other.desktop,
    ) => {
      const { older: text } = await readTeam();
      if (keyring === null) throw new Error('no keyring');
      const confirmed = readConfirmed(keyring, Buffer.from(text, 'base64url'));
      const older = sealOlderKeys(keyring, { ...confirmed, [other.desktop]: other.wrapping });
      return post(deskPaths.confirm, {
        ...{ invitation, desktop: other.desktop, key: keyring.current },
        wrapped: wrapNewestKey(keyring, other.wrapping, recipient)?.toString('base64url') ?? '',
        ...{ older: older.toString('base64url'), before: sha256(text) },
      });
    },
    team: readTeam,
    /** Asks for a credential, as at a start of the app. */
    credential: async (more: { seen?: number; attempt?: string } = {}) => {
      const attempt = randomBytes(16).toString('base64url');
      const answer = await post(deskPaths.credential, { seen, attempt, ...more });
      const parsed = credential.safeParse(answer.body);
      if (parsed.success && more.seen === undefined) seen = parsed.data.number;
      return { answer, credential: parsed.data ?? null, attempt };
    },
    seen: () => seen,
    address: () => address,
    moveTo: (other: Pick<Hub, 'address'>) => (address = other.address),
  };
};
export type TestDesktop = ReturnType<typeof createDesktop>;

/** The membership of a desktop, as main sends it to the engine. */
export const membershipOf = async (desktop: TestDesktop): Promise<TeamMembership> => {
  await desktop.team();
  const { credential: issued } = await desktop.credential();
  if (issued === null) throw new Error('the hub issued no credential');
  const { team, person, role, servers, jwt } = issued;
  return {
    ...{ address: desktop.address(), team, person, role, desktop: desktop.desktop, servers },
    credentials: { jwt, seed: new TextDecoder().decode(desktop.user.getSeed()) },
    keyring: JSON.stringify(desktop.keyring()),
  };
};

/** A team with its first desktop, an owner. */
export const foundTeam = async (hub: Hub): Promise<TestDesktop> => {
  const { link } = await hub.createTeam();
  const owner = createDesktop(hub);
  await owner.join(link, true);
  return owner;
};

/** Brings another desktop into an owner's team. */
export const addDesktop = async (
  hub: Pick<Hub, 'address'>,
  owner: TestDesktop,
  role: Role = 'member',
): Promise<TestDesktop & { readonly person: string }> => {
  const { link, invitation, person } = await owner.invite(role);
  const desktop = createDesktop(hub);
  for (const answer of [await desktop.join(link), await owner.confirm(invitation, desktop)])
    if (answer.status !== 200) throw new Error(`a desktop could not join: ${answer.code}`);
  return { ...desktop, person };
};
