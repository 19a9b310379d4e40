/** Requests of desktops: their signature, body and rights are checked before a handler runs. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { deskPaths, type Role } from '../contract/team/desk.ts';
import { signedErrors, type SignedErrorCode } from '../contract/team/signed-request.ts';
import type { Clock } from '../main/clock/clock.ts';
import { parseJSON } from '../main/http/json.ts';
import { maxSkewMs, verifyRequest, type VerifiedRequest } from '../main/http/signed-request.ts';
import type { RequestHead } from '../main/listener/head.ts';
import type { Reply } from '../main/listener/listener.ts';
import { verifyWith } from '../main/sealing/nkey.ts';
import type { Metrics } from './metrics.ts';
import type { Records, TeamState } from './records.ts';
import type { Teams } from './teams.ts';

/** A desktop with its rights, by the team's records at the time of the request. */
export type Caller = {
  readonly team: string;
  readonly desktop: string;
  readonly person: string;
  readonly role: Role;
  readonly state: TeamState;
};

/** A refusal by a code of a closed list; `after`: seconds until a retry. */
export type Refusal<C extends string> = {
  readonly refused: C;
  readonly detail?: string;
  readonly after?: number;
};

type Signed = Pick<VerifiedRequest, 'desktop' | 'nonce'> & {
  /** Protects the connection while the request is answered, and keeps it open afterwards. */
  readonly keepOpen: () => void;
};

/** In bytes. Anybody can have the hub read a body of this length. */
const shortBody = 16 * 1024;
const retryAfterSeconds = 5;

type Route<Body> = {
  readonly path: string;
  /** Null for GET. */
  readonly body: z.ZodType<Body> | null;
  /** In bytes, of a body that only owners may send. */
  readonly longest?: number;
};
type Result<C extends string> = Promise<object | Refusal<C>>;

/** Adds a route. @param run returns the answer's body or a refusal */
type AddRoute<C extends string, By> = <Body>(
  route: Route<Body>,
  run: (body: Body, by: By) => Result<C>,
) => void;

export type SignedRoutes<C extends string> = {
  /** A request that only owners may send. */
  readonly owner: AddRoute<C, Caller>;
  readonly member: AddRoute<C, Caller>;
  /** A request of a desktop that may not be known yet, by its id. Repeating it must be harmless. */
  readonly anybody: AddRoute<C, string>;
};

export type SignedDependencies = {
  readonly records: Records;
  readonly teams: Pick<Teams, 'state'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly keep: (request: FastifyRequest, reply: FastifyReply) => void;
};

/** Remembers nonces of known desktops for as long as a request with them would be accepted. */
const createNonces = (clock: Clock) => {
  let [recent, older] = [new Set<string>(), new Set<string>()];
  let since = clock.steady();
  return (desktop: string, nonce: string): boolean => {
    if (clock.steady() - since > 2 * maxSkewMs) {
      [recent, older] = [new Set(), recent];
      since = clock.steady();
    }
    const key = `${desktop} ${nonce}`;
    if (recent.has(key) || older.has(key)) return false;
    recent.add(key);
    return true;
  };
};

const isRefusal = (result: object): result is Refusal<string> => 'refused' in result;

/** Judges a signed request by its head. Null for a desktop of a team, and for one that may be about to join. */
export const createSignedJudge = (
  { read }: Pick<Records, 'read'>,
  clock: Clock,
): ((head: RequestHead) => Promise<Reply | null>) => {
  /** Desktops that were members at an earlier request; the routes check their current rights. */
  const members = new Set<string>();

  const findRefusal = async ({
    method,
    target,
    headers,
  }: RequestHead): Promise<SignedErrorCode | null> => {
    const signed = verifyRequest(
      headers.get('authorization')?.[0],
      { method, path: target },
      { now: clock.now(), verify: verifyWith },
    );
    if ('refusal' in signed) return signed.refusal;
    const { desktop } = signed;
    if (target === deskPaths.join || members.has(desktop)) return null;
    const found = await read('desktop', '*', desktop);
    if (found === null) return 'stranger';
    if (found.value.state === 'revoked') return 'revoked';
    members.add(desktop);
    return null;
  };

  return async (head) => {
    const refusal = await findRefusal(head);
    if (refusal === null) return null;
    const now = refusal === 'clock' ? { now: clock.now() } : {};
    return {
      status: signedErrors[refusal],
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ error: { code: refusal, ...now } }),
    };
  };
};

/**
 * Adds routes whose errors are a closed list.
 * @param statuses HTTP status of each code
 */
export const createSignedRoutes = <C extends string>(
  app: FastifyInstance,
  { records, teams, clock, metrics, keep }: SignedDependencies,
  statuses: Readonly<Record<C | SignedErrorCode, number>>,
): SignedRoutes<C> => {
  const isNew = createNonces(clock);
  const verified = new WeakMap<FastifyRequest, VerifiedRequest>();
  /** Desktops whose long body is being read. Each may send one at a time. */
  const reading = new Set<string>();

  const refuse = (
    reply: FastifyReply,
    { refused, detail, after }: Refusal<C | SignedErrorCode>,
  ) => {
    if (after !== undefined) reply.header('retry-after', after);
    const now = refused === 'clock' ? { now: clock.now() } : {};
    const more = detail === undefined ? {} : { detail };
    const status: number = statuses[refused];
    return reply.code(status).send({ error: { code: refused, ...more, ...now } });
  };

  /**
   * Returns the sender of a request, or why it is refused. `revoked` requires a record of the removal: the desktop then
   * deletes the team's data, which a hub that has lost its records must not cause.
   */
  const findCaller = async (desktop: string): Promise<Caller | 'revoked' | 'stranger'> => {
    const found = await records.read('desktop', '*', desktop);
    if (found === null) return 'stranger';
    const { team, value } = found;
    if (value.state === 'revoked') return 'revoked';
    const state = await teams.state(team, 0);
    const member = state.members.get(value.person);
    if (member === undefined) return 'stranger';
    return { team, desktop, person: value.person, role: member.value.role, state };
  };

  /** Admits the long body of an owner. */
  const admitLong = async (
    desktop: string,
    reply: FastifyReply,
  ): Promise<Refusal<SignedErrorCode> | null> => {
    if (reading.has(desktop)) return { refused: 'unavailable', after: retryAfterSeconds };
    reading.add(desktop);
    reply.raw.once('close', () => reading.delete(desktop));
    const caller = await findCaller(desktop);
    if (typeof caller === 'string') return { refused: caller };
    return caller.role === 'owner' ? null : { refused: 'not_owner' };
  };

  const add = <Body>(
    { path, body: schema, longest = shortBody }: Route<Body>,
    run: (body: Body, signed: Signed) => Promise<object | Refusal<C | SignedErrorCode>>,
  ): void => {
    const method = schema === null ? 'GET' : 'POST';
    app.route({
      method,
      url: path,
      bodyLimit: longest,
      onRequest: async (request, reply) => {
        reply.header('connection', 'close');
        const { authorization, 'content-length': length = Infinity } = request.headers;
        const signed = verifyRequest(
          authorization,
          { method, path: request.url },
          { now: clock.now(), verify: verifyWith },
        );
        if ('refusal' in signed) return refuse(reply, { refused: signed.refusal });
        const isLong = longest > shortBody && Number(length) > shortBody;
        const refused = isLong ? await admitLong(signed.desktop, reply) : null;
        if (refused !== null) return refuse(reply, refused);
        verified.set(request, signed);
        return undefined;
      },
      handler: async (request, reply) => {
        const text = typeof request.body === 'string' ? request.body : '';
        const signed = verified.get(request);
        if (signed === undefined || !signed.isFor(text))
          return refuse(reply, { refused: 'unsigned' });
        const body = schema?.safeParse(parseJSON(text)) ?? {
          success: true,
          data: undefined as Body,
        };
        if (!body.success) return refuse(reply, { refused: 'malformed' });
        const { desktop, nonce } = signed;
        const keepOpen = (): void => {
          keep(request, reply);
          reply.removeHeader('connection');
        };
        const result = await run(body.data, { desktop, nonce, keepOpen });
        return isRefusal(result)
          ? refuse(reply, result as Refusal<C | SignedErrorCode>)
          : reply.send(result);
      },
      onResponse: async (_request, { statusCode }) => metrics.requests.inc({ status: statusCode }),
    });
  };

  const forMembers =
    <Body>(onlyOwners: boolean, run: (body: Body, caller: Caller) => Result<C>) =>
    async (
      body: Body,
      { desktop, nonce, keepOpen }: Signed,
    ): Promise<object | Refusal<C | SignedErrorCode>> => {
      const caller = await findCaller(desktop);
      // Nonces of strangers are not remembered: with new keys, they could fill the memory.
      if (typeof caller === 'string') return { refused: caller };
      if (!isNew(desktop, nonce)) return { refused: 'replayed' };
      keepOpen();
      return onlyOwners && caller.role !== 'owner' ? { refused: 'not_owner' } : run(body, caller);
    };

  return {
    owner: (route, run) => add(route, forMembers(true, run)),
    member: (route, run) => add(route, forMembers(false, run)),
    anybody: (route, run) => add(route, (body, { desktop }) => run(body, desktop)),
  };
};
