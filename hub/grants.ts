/**
 * The grants of all teams: one for each account, sealed with a key of the key file. A refresh token works once, so a
 * hub marks a grant by compare-and-set before it refreshes, and writes the new pair before anybody uses it. If the hub
 * exits in between, another one repeats the refresh with the same token within the service's grace period.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { fail, succeed, type Answer } from '../contract/errors.ts';
import type { ServiceProfile } from '../contract/profile.ts';
import { createBackoff } from '../main/clock/backoff.ts';
import { pause, type Clock } from '../main/clock/clock.ts';
import { reconnectNeeded, type Grant, type Tokens } from '../main/connect/grant.ts';
import { createGrantLegacy } from '../main/connect/grant-legacy.ts';
import { createGrantV4 } from '../main/connect/grant-v4.ts';
import type { Fetch } from '../main/http/bounded-fetch.ts';
import type { Log } from '../main/log/log.ts';
import { openSecret, sealSecret } from '../main/sealing/secret.ts';
import type { HubConfig } from './config.ts';
import type { HubKeys } from './keys.ts';
import type { Metrics } from './metrics.ts';
import type { Records, Stored } from './records.ts';

const grantRecord = z
  .object({
    service: z
      .object({ environment: z.string(), interface: z.string(), clientId: z.string() })
      .readonly(),
    userID: z.string().nullable(),
    userName: z.string(),
    email: z.string(),
    scopes: z.array(z.string()).readonly(),
    state: z.enum(['connected', 'reconnect', 'disconnected']),
    /** The owner who connected it; null for one of an earlier version. */
    connectedBy: z.string().nullable().default(null),
    /** UTC milliseconds of the last change of the state or the scopes. */
    since: z.number(),
    /** UTC milliseconds of its first sign-in; missing in one of an earlier version. */
    connectedAt: z.number().optional(),
    accessToken: z.string(),
    refreshToken: z.string().nullable(),
    /** UTC milliseconds. */
    expires: z.number(),
    /** UTC milliseconds of the last new pair of tokens. */
    refreshed: z.number().optional(),
    /** Random id of the refresh that runs, or null. */
    refreshing: z.string().nullable(),
  })
  .readonly();
export type GrantRecord = z.infer<typeof grantRecord>;

/** Milliseconds before expiry at which tokens are refreshed. */
const margin = 300_000;
/**
 * Milliseconds after which another hub's refresh counts as interrupted: longer than its request may take, and with
 * two requests shorter than the grace period.
 */
const takeOverAfter = { legacy: 4_500, v4: 20_000 } as const;
const lookAgainMs = 200;
/** Shorter than `takeOverAfter`. */
const retryDelay = createBackoff({ first: 500, max: 4_000 });

/** The fields that a new pair of tokens changes. */
export const toTokenFields = (
  tokens: Tokens,
  now: number,
): Pick<GrantRecord, 'accessToken' | 'expires' | 'refreshed' | 'refreshing'> => ({
  accessToken: tokens.accessToken,
  refreshed: now,
  expires: now + tokens.expiresIn * 1000,
  refreshing: null,
});

export const createGrants = (dependencies: {
  readonly records: Records;
  readonly keys: HubKeys;
  readonly config: HubConfig;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly fetch: Fetch;
  /** Called when a refresh has changed the state or the scopes of a team's grant. */
  readonly onGrantChange: (team: string) => void;
}) => {
  const { records, keys, config, clock, log, metrics, fetch, onGrantChange } = dependencies;
  const running = new Map<string, Promise<Answer<GrantRecord>>>();
  const stopping = new AbortController();

  const buildAad = (team: string, account: string): Buffer => Buffer.from(`${team}\n${account}`);

  const seal = (team: string, account: string, grant: GrantRecord): string =>
    sealSecret(keys.grants, JSON.stringify(grant), buildAad(team, account)).toString('base64url');

  /** Throws for a grant that was sealed with another key. */
  const open = (team: string, account: string, sealed: string): GrantRecord => {
    const text = openSecret(keys.grants, Buffer.from(sealed, 'base64url'), buildAad(team, account));
    if (text === null) throw new Error('a grant cannot be opened');
    return grantRecord.parse(JSON.parse(text.toString('utf8')));
  };

  const read = async (team: string, account: string): Promise<Stored<GrantRecord> | null> => {
    const found = await records.read('grant', team, account);
    return found && { sequence: found.sequence, value: open(team, account, found.value.sealed) };
  };

  const write = (team: string, account: string, grant: GrantRecord, expected: number) =>
    records.write('grant', team, account, { sealed: seal(team, account, grant) }, expected);

  const findProfile = (service: GrantRecord['service']): ServiceProfile | null =>
    config.services.find(
      (each) =>
        each.clientId === service.clientId &&
        each.interface === service.interface &&
        each.environment === service.environment,
    ) ?? null;
  const createGrant = (profile: ServiceProfile): Grant =>
    profile.interface === 'v4' ? createGrantV4(profile, fetch) : createGrantLegacy(profile, fetch);

  /**
   * Writes the outcome of a refresh. Retries until the store is back, because the new pair exists only here. Null if
   * the grant was replaced meanwhile.
   */
  const writeOutcome = async (
    team: string,
    account: string,
    grant: GrantRecord,
    expected: number,
  ): Promise<GrantRecord | null> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return (await write(team, account, grant, expected)) === null ? null : grant;
      } catch (thrown) {
        log.error({ err: thrown, team }, 'a refreshed grant could not be written yet');
        if (stopping.signal.aborted) throw thrown;
        await pause(clock, retryDelay(tries));
      }
    }
  };

  /** Refreshes a grant that this hub has marked. Null if the grant was changed meanwhile and must be read again. */
  const refresh = async (
    team: string,
    account: string,
    profile: ServiceProfile,
    marked: Stored<GrantRecord>,
    refreshToken: string,
  ): Promise<Answer<GrantRecord> | null> => {
    const { value } = marked;
    let { sequence } = marked;
    /** Shows other hubs that this refresh runs; false if one of them has taken it over. */
    const renewMark = async (): Promise<boolean> => {
      const written = await write(team, account, value, sequence);
      sequence = written ?? sequence;
      return written !== null;
    };
    const grant = createGrant(profile);
    const began = clock.steady();
    let isUnknown = false;
    for (let tries = 1; ; tries += 1) {
      const outcome = await grant.refresh(refreshToken);
      metrics.refreshes.inc({ outcome: outcome.result });
      if (outcome.result === 'tokens') {
        const { tokens } = outcome;
        const scopes = tokens.scopes ?? value.scopes;
        const hasNewScopes = !isDeepStrictEqual(scopes, value.scopes);
        const renewed = {
          ...value,
          ...toTokenFields(tokens, clock.now()),
          ...(hasNewScopes && { scopes, since: clock.now() }),
          refreshToken: tokens.refreshToken ?? refreshToken,
        };
        const written = await writeOutcome(team, account, renewed, sequence);
        if (written !== null && hasNewScopes) onGrantChange(team);
        return written && succeed(written);
      }
      if (outcome.result === 'dead') {
        const since = clock.now();
        const ended = { ...value, state: 'reconnect', since, refreshing: null } as const;
        const written = await writeOutcome(team, account, ended, sequence);
        log.warn({ team }, 'a grant has ended');
        if (written !== null) onGrantChange(team);
        return written && { ok: false, error: reconnectNeeded };
      }
      log.warn({ code: outcome.error.code, team }, 'a refresh failed');
      isUnknown ||= outcome.result === 'unknown';
      const delay = retryDelay(tries);
      if (isUnknown && clock.steady() + delay < began + grant.graceMs) {
        if (!(await renewMark())) return null;
        await pause(clock, delay);
        if (!(await renewMark())) return null;
        continue;
      }
      const written = await writeOutcome(team, account, { ...value, refreshing: null }, sequence);
      return written && { ok: false, error: outcome.error };
    }
  };

  /**
   * @param refused null for any token that is valid for a while
   * @param first a sequence that was seen before, with its steady time
   */
  const renew = async (
    team: string,
    account: string,
    refused: string | null,
    first: { readonly sequence: number; readonly at: number },
  ): Promise<Answer<GrantRecord>> => {
    let seen = first;
    for (;;) {
      const stored = await read(team, account);
      if (stored === null) return fail('not_found', 'The team has no such account.');
      const { sequence, value } = stored;
      if (value.state !== 'connected') return { ok: false, error: reconnectNeeded };
      const isValid = value.accessToken !== refused && value.expires > clock.now();
      if (isValid && value.expires - clock.now() > margin) return succeed(value);
      const profile = findProfile(value.service);
      if (profile === null || value.refreshToken === null)
        return isValid ? succeed(value) : { ok: false, error: reconnectNeeded };
      if (seen.sequence !== sequence) seen = { sequence, at: clock.steady() };
      const isInterrupted = clock.steady() - seen.at >= takeOverAfter[profile.interface];
      if (value.refreshing !== null && !isInterrupted) {
        if (isValid) return succeed(value);
        await wait(lookAgainMs, undefined, { signal: stopping.signal });
        continue;
      }
      const marked = { ...value, refreshing: randomBytes(9).toString('base64url') };
      const own = await write(team, account, marked, sequence);
      if (own === null) continue;
      const answer = await refresh(
        team,
        account,
        profile,
        { sequence: own, value: marked },
        value.refreshToken,
      );
      if (answer === null) continue;
      return !answer.ok && isValid && answer.error.code !== 'reconnect_needed'
        ? succeed(value)
        : answer;
    }
  };

  const joinOrRenew = async (
    team: string,
    account: string,
    refused: string | null,
    seen = { sequence: -1, at: 0 },
  ): Promise<Answer<GrantRecord>> => {
    const key = `${team} ${account}`;
    const current = running.get(key);
    if (current !== undefined) {
      const answer = await current;
      if (!answer.ok || answer.value.accessToken !== refused) return answer;
      return joinOrRenew(team, account, refused);
    }
    const started = renew(team, account, refused, seen).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };

  /** Repeats another hub's refresh if that hub has exited: its token dies after the grace period. */
  const watch = async (team: string, account: string): Promise<void> => {
    const at = clock.steady();
    const found = await read(team, account);
    const profile = found?.value.refreshing && findProfile(found.value.service);
    if (!found || !profile || running.has(`${team} ${account}`)) return;
    await wait(takeOverAfter[profile.interface], undefined, {
      signal: stopping.signal,
      ref: false,
    });
    const now = await read(team, account);
    if (now?.sequence !== found.sequence) return;
    log.warn({ team }, 'the refresh of an ended hub is repeated');
    await joinOrRenew(team, account, now.value.accessToken, { sequence: now.sequence, at });
  };
  const watchQuietly = (team: string, account: string): void => {
    watch(team, account).catch((thrown: unknown) => {
      if (!stopping.signal.aborted)
        log.error({ err: thrown, team }, 'a grant could not be watched');
    });
  };
  records.onChange('grant', watchQuietly);
  // Refreshes that were interrupted while no hub ran.
  void records.readAll('grant', '*').then(
    (all) => all.forEach(({ team, id }) => watchQuietly(team, id)),
    (thrown: unknown) => log.error({ err: thrown }, 'grants could not be read'),
  );

  return {
    findProfile,
    createGrant,
    read,
    /**
     * Returns a token that is valid for some minutes. Errors: `not_found`, `reconnect_needed`, those of the token
     * endpoint.
     * @param refused the token that the service refused, or null
     */
    accessToken: (
      team: string,
      account: string,
      refused: string | null,
    ): Promise<Answer<GrantRecord>> => joinOrRenew(team, account, refused),
    /** @param team `*` for the grants of all teams */
    list: async (team: string): Promise<readonly (GrantRecord & { readonly account: string })[]> =>
      (await records.readAll('grant', team)).map(({ team: of, id, value }) => ({
        account: id,
        ...open(of, id, value.sealed),
      })),
    /** Stores a grant over any earlier one. */
    put: async (team: string, account: string, grant: GrantRecord): Promise<void> => {
      for (;;) {
        const before = await records.read('grant', team, account);
        if ((await write(team, account, grant, before?.sequence ?? 0)) !== null) return;
      }
    },
    /** Stops background work and waits for running refreshes. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.allSettled(running.values());
    },
  };
};
export type Grants = ReturnType<typeof createGrants>;
