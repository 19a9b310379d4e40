/**
 * Issues the credentials of desktops. Each has a number that the desktop repeats next time, so that a copy is noticed.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  deskCredential,
  deskPaths,
  type Credential,
  type DeskErrorCode,
  type Role,
} from '../contract/team/desk.ts';
import type { Clock } from '../main/clock/clock.ts';
import type { Log } from '../main/log/log.ts';
import type { HubConfig } from './config.ts';
import { createDesktopToken } from './credentials.ts';
import type { HubKeys } from './keys.ts';
import type { Records } from './records.ts';
import type { Caller, SignedRoutes } from './signed.ts';
import type { Teams } from './teams.ts';

/** Seconds. A desktop renews its credential at each start and each day. */
export const credentialLifetime = 7 * 86_400;

export const addIssuing = (
  routes: Pick<SignedRoutes<DeskErrorCode>, 'member'>,
  dependencies: {
    readonly records: Records;
    readonly teams: Pick<Teams, 'connection'>;
    readonly keys: HubKeys;
    readonly config: HubConfig;
    readonly clock: Clock;
    readonly log: Log;
  },
): void => {
  const { records, teams, keys, config, clock, log } = dependencies;
  const { read, write } = records;

  /** Counts an issued credential. Null if `seen` is not the last number, unless the last answer was lost. */
  const count = async (
    { team, desktop }: { readonly team: string; readonly desktop: string },
    { seen, attempt }: { readonly seen: number; readonly attempt: string },
  ): Promise<number | null> => {
    const written = await write('issue', team, desktop, { attempt }, seen);
    if (written !== null) return written;
    const last = await read('issue', team, desktop);
    // A restored hub has no count yet.
    if (last === null) return write('issue', team, desktop, { attempt }, 0);
    return last.value.attempt === attempt ? last.sequence : null;
  };

  /** A desktop's present rights, or why it has none; `revoked` as for `Caller`. */
  const readRights = async ({
    team,
    desktop,
    person,
  }: Caller): Promise<
    { readonly role: Role; readonly refusedUntil: number } | 'revoked' | 'stranger'
  > => {
    const own = (await read('desktop', team, desktop))?.value;
    if (own?.state === 'revoked') return 'revoked';
    const member = (await read('member', team, person))?.value;
    if (own === undefined || member === undefined) return 'stranger';
    return { role: member.role, refusedUntil: own.refusedUntil };
  };

  /** Issues a credential, unless the desktop was removed meanwhile. */
  const issue = async (
    caller: Caller,
  ): Promise<Pick<Credential, 'role' | 'jwt' | 'expires'> | 'revoked' | 'stranger'> => {
    const { team, desktop } = caller;
    let rights = await readRights(caller);
    while (typeof rights !== 'string') {
      const { role, refusedUntil } = rights;
      const now = Math.floor(clock.now() / 1000);
      const expires = now + credentialLifetime;
      const times = { issued: Math.max(now, refusedUntil + 1), expires };
      const jwt = await createDesktopToken(keys, { team, id: desktop, role }, times);
      // An earlier change does not refuse this credential; a later one does.
      const after = await readRights(caller);
      if (isDeepStrictEqual(after, rights)) return { role, jwt, expires: expires * 1000 };
      rights = after;
    }
    return rights;
  };

  routes.member({ path: deskPaths.credential, body: deskCredential }, async (body, caller) => {
    const { team, person } = caller;
    const number = await count(caller, body);
    if (number === null) {
      log.warn({ team }, 'a copied desktop was refused');
      return { refused: 'copied' };
    }
    await teams.connection(team);
    const issued = await issue(caller);
    if (typeof issued === 'string') return { refused: issued };
    return {
      ...{ number, team, person, ...issued },
      servers: config.nats.public ?? config.nats.servers,
    } satisfies Credential;
  });
};
