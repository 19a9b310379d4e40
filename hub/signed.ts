/** Requests of desktops: their signature, body and rights are checked before a handler runs. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Role } from '../contract/team/desk.ts';
import { longestSkewMs, verifyRequest } from '../contract/team/signed-request.ts';
import type { Clock } from '../main/clock/clock.ts';
import { readJSON } from '../main/http/json.ts';
import { verifyWith } from './keys.ts';
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

/** A refusal by the code of a closed list; `after` is when to retry, in seconds. */
export type Refusal<C extends string> = {
  readonly refused: C;
  readonly detail?: string;
  readonly after?: number;
};

type CommonCode = 'malformed' | 'unsigned' | 'clock' | 'replayed' | 'revoked' | 'not_owner';

type Signed = { readonly desktop: string; readonly nonce: string };

type Route<Body> = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: z.ZodType<Body> | null;
};
type Result<C extends string> = Promise<object | Refusal<C>>;

export type SignedRoutes<C extends string> = {
  /** A request that only owners may send. */
  readonly owner: <Body>(
    route: Route<Body>,
    run: (body: Body, caller: Caller) => Result<C>,
  ) => void;
  readonly member: <Body>(
    route: Route<Body>,
    run: (body: Body, caller: Caller) => Result<C>,
  ) => void;
  /** A request of a desktop that may not be known yet; repeating it must do no harm. */
  readonly anybody: <Body>(
    route: Route<Body>,
    run: (body: Body, desktop: string) => Result<C>,
  ) => void;
};

/** Remembers nonces of known desktops for as long as a request with them would be accepted. */
const createNonces = (clock: Clock) => {
  let [recent, older] = [new Set<string>(), new Set<string>()];
  let since = clock.steady();
  return (desktop: string, nonce: string): boolean => {
    if (clock.steady() - since > 2 * longestSkewMs) {
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

/**
 * Adds routes whose errors are a closed list.
 * @param statuses HTTP status of each code
 */
export const createSignedRoutes = <C extends string>(
  app: FastifyInstance,
  parts: {
    readonly records: Records;
    readonly teams: Pick<Teams, 'state'>;
    readonly clock: Clock;
    readonly statuses: Readonly<Record<C | CommonCode, number>>;
  },
): SignedRoutes<C> => {
  const { records, teams, clock, statuses } = parts;
  const isNew = createNonces(clock);

  const refuse = (reply: FastifyReply, { refused, detail, after }: Refusal<C | CommonCode>) => {
    if (after !== undefined) reply.header('retry-after', after);
    const now = refused === 'clock' ? { now: clock.now() } : {};
    const more = detail === undefined ? {} : { detail };
    const status: number = statuses[refused];
    return reply.code(status).send({ error: { code: refused, ...more, ...now } });
  };

  const callerOf = async (desktop: string): Promise<Caller | null> => {
    const found = await records.read('desktop', '*', desktop);
    if (found === null || found.value.state === 'revoked') return null;
    const { team, value } = found;
    const state = await teams.state(team, 0);
    const member = state.members.get(value.person);
    if (member === undefined) return null;
    return { team, desktop, person: value.person, role: member.value.role, state };
  };

  const add = <Body>(
    { method, path, body: schema }: Route<Body>,
    run: (body: Body, signed: Signed) => Promise<object | Refusal<C | CommonCode>>,
  ): void => {
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const text = typeof request.body === 'string' ? request.body : '';
        const signed = await verifyRequest(
          request.headers.authorization,
          { method, path: request.url, body: text },
          {
            now: clock.now(),
            verify: verifyWith,
          },
        );
        if ('fault' in signed) return refuse(reply, { refused: signed.fault });
        const body = schema?.safeParse(readJSON(text)) ?? {
          success: true,
          data: undefined as Body,
        };
        if (!body.success) return refuse(reply, { refused: 'malformed' });
        const result = await run(body.data, signed);
        return isRefusal(result)
          ? refuse(reply, result as Refusal<C | CommonCode>)
          : reply.send(result);
      },
    });
  };

  const known =
    <Body>(onlyOwners: boolean, run: (body: Body, caller: Caller) => Result<C>) =>
    async (body: Body, { desktop, nonce }: Signed): Promise<object | Refusal<C | CommonCode>> => {
      const caller = await callerOf(desktop);
      // Strangers with keys of any number must not fill the memory.
      if (caller === null) return { refused: 'revoked' };
      if (!isNew(desktop, nonce)) return { refused: 'replayed' };
      return onlyOwners && caller.role !== 'owner' ? { refused: 'not_owner' } : run(body, caller);
    };

  return {
    owner: (route, run) => add(route, known(true, run)),
    member: (route, run) => add(route, known(false, run)),
    anybody: (route, run) => add(route, (body, { desktop }) => run(body, desktop)),
  };
};
