/**
 * Receives the services' deliveries: seals each body to the team's key and publishes it, and answers 2xx only after the
 * log's acknowledgment. A repeated delivery has the subject of the first one, which the log then refuses.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash, createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import type { delivery } from '../contract/team/delivery.ts';
import { isFullCode } from '../contract/team/jetstream-codes.ts';
import type { Clock } from '../main/clock/clock.ts';
import { sealAtHub } from '../main/sealing/seal.ts';
import { parseJSON, serializeJSON } from '../main/http/json.ts';
import type { RequestHead } from '../main/listener/head.ts';
import type { Reply } from '../main/listener/listener.ts';
import type { Log } from '../main/log/log.ts';
import type { Metrics } from './metrics.ts';
import { isShutOut, listKeys, type RecordOf, type TeamState } from './records.ts';
import { isConflict } from './team-accounts.ts';
import type { Teams } from './teams.ts';
import { limitWait } from './limit-wait.ts';

/** In bytes. */
export const maxDeliveryLength = 256 * 1024;
const maxInFlight = 1_000;
/** In bytes, of the bodies of all deliveries that are being read or wait for the log, and of a team's. */
const maxReserved = 32 * 1024 * 1024;
const maxReservedOfTeam = maxReserved / 4;
/** Milliseconds for which a delivery waits for the log. */
const patienceMs = 8_000;
/** Milliseconds after which the connection gives up on the log's acknowledgment of an entry. */
const acknowledgmentMs = 2 * patienceMs;
/** Seconds after which a service should deliver again. */
const retryAfterSeconds = 5;
/** Milliseconds for which the webhooks of a team may be out of date. */
const stateAge = 5_000;
/** Retention of a delivery in the log. */
const lifetime = '168h';

/** The webhooks' addresses: a team, a path like that of a desktop's receiver, and for legacy services the call. */
export const intakePath =
  /^\/in\/([\w-]{1,64})\/(?:(?:hook|partner)\/)?([\w-]{43})((?:\/[\w-]{1,20}){0,3})$/;

type Address = {
  readonly team: string;
  readonly webhook: NonNullable<RecordOf<'webhook'>>;
  readonly target: string;
  readonly state: TeamState;
};

const computeDigest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares Basic credentials in constant time, also for an unknown path. */
const authenticates = (
  webhook: RecordOf<'webhook'>,
  authorization: string | undefined,
): boolean => {
  const encoded = /^basic +([A-Za-z0-9+/_=-]+) *$/i.exec(authorization ?? '')?.[1] ?? '';
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  const isName = timingSafeEqual(
    computeDigest(webhook?.username ?? ''),
    computeDigest(colon < 0 ? '' : pair.slice(0, colon)),
  );
  const isPassword = timingSafeEqual(
    webhook ? Buffer.from(webhook.passwordDigest, 'base64url') : computeDigest(''),
    computeDigest(pair.slice(colon + 1)),
  );
  return webhook !== null && isName && isPassword;
};

/** Converts an error to the reason for which the log did not take an entry. */
const toReason = (thrown: unknown): 'full' | 'no_answer' | 'other' => {
  const { code, name } = thrown as { readonly code?: number; readonly name?: string };
  if (isFullCode(code)) return 'full';
  return name === 'TimeoutError' || name === 'NoRespondersError' ? 'no_answer' : 'other';
};

/** The part of a delivery that is the same when it is repeated: the record without the envelope. */
const pickRepeatedPart = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'data' in body ? body.data : body;

/** Adds the intake to a server. Returns a function that judges the first request of a connection by its head. */
export const addIntake = (
  app: FastifyInstance,
  dependencies: {
    readonly teams: Pick<Teams, 'exists' | 'state' | 'connection'>;
    /** Key of the hashes in subjects, which must not reveal the bodies. */
    readonly subjectKey: Uint8Array;
    readonly clock: Clock;
    readonly log: Log;
    readonly metrics: Metrics;
    readonly keep: (request: FastifyRequest, reply: FastifyReply) => void;
  },
): ((head: RequestHead) => Promise<Reply | null>) => {
  const { teams, clock, log, metrics, keep } = dependencies;
  const subjectKey = createSecretKey(dependencies.subjectKey);
  const addresses = new WeakMap<FastifyRequest, Address>();
  let inFlight = 0;
  let reserved = 0;
  const reservedOf = new Map<string, number>();

  /** Reserves memory for a delivery until its answer; false if there is none left. */
  const reserve = (team: string, { headers }: FastifyRequest, { raw }: FastifyReply): boolean => {
    const length = Math.min(Number(headers['content-length'] ?? Infinity), maxDeliveryLength);
    const ofTeam = (reservedOf.get(team) ?? 0) + length;
    if (reserved + length > maxReserved || ofTeam > maxReservedOfTeam || raw.closed) return false;
    reserved += length;
    reservedOf.set(team, ofTeam);
    raw.once('close', () => {
      reserved -= length;
      const left = (reservedOf.get(team) ?? 0) - length;
      if (left > 0) reservedOf.set(team, left);
      else reservedOf.delete(team);
    });
    return true;
  };

  const refuse = (reply: FastifyReply, status: number): FastifyReply => {
    if (status === 503) reply.header('retry-after', retryAfterSeconds);
    if (status === 401) reply.header('www-authenticate', 'Basic');
    return reply.code(status).header('connection', 'close').send();
  };

  const findAddress = async (
    url: string,
  ): Promise<(Omit<Address, 'webhook'> & { readonly webhook: RecordOf<'webhook'> }) | null> => {
    const [, team = '', path, target = ''] = intakePath.exec(url) ?? [];
    if (path === undefined || !(await teams.exists(team))) return null;
    const findWebhook = ({ webhooks }: TeamState): RecordOf<'webhook'> =>
      [...webhooks.values()].find(({ value }) => value?.path === path)?.value ?? null;
    let state = await teams.state(team, stateAge);
    let webhook = findWebhook(state);
    if (webhook === null) {
      // It may have been added at another hub.
      state = await teams.state(team, 1_000);
      webhook = findWebhook(state);
    }
    return { team, target, state, webhook };
  };

  /** Finds the webhook whose credentials a request has, or the status of the refusal. */
  const identify = async (
    url: string,
    authorization: string | undefined,
  ): Promise<Address | 401 | 404> => {
    const found = await findAddress(url);
    const webhook = found?.webhook ?? null;
    const isKnown = authenticates(webhook, authorization);
    if (found === null || webhook === null) return 404;
    return isKnown ? { ...found, webhook } : 401;
  };

  /** Runs before the body is read. */
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { authorization, expect } = request.headers;
    const address = await identify(request.url, authorization);
    if (typeof address === 'number') return refuse(reply, address);
    // A removed member may have set it for a business that the others do not know. They set theirs again with the new
    // key, and until then a genuine delivery has to be repeated.
    const isOfRemoved = isShutOut(address.state, address.webhook.by);
    if (isOfRemoved || inFlight >= maxInFlight || !reserve(address.team, request, reply))
      return refuse(reply, 503);
    addresses.set(request, address);
    keep(request, reply);
    if (expect !== undefined) reply.raw.writeContinue();
    return undefined;
  };

  /** Null for a body that is nested too deeply to be written. */
  const deriveKey = ({ team, target }: Address, method: string, body: unknown): string | null => {
    // A price can change and change back: each update is another entry.
    if (method === 'PUT') return randomBytes(16).toString('hex');
    const text = serializeJSON([team, target, pickRepeatedPart(body)]);
    if (text === undefined) return null;
    return createHmac('sha256', subjectKey).update(text).digest('hex').slice(0, 32);
  };

  /** Publishes a delivery; returns the status of the answer. */
  const publish = async (
    { team, state, webhook: { account }, target }: Address,
    key: string,
    method: 'POST' | 'PUT',
    body: string,
  ): Promise<200 | 503> => {
    const [newest] = listKeys(state);
    if (newest === undefined) return 503;
    const subject = `in.${account}.${key}`;
    const content: z.infer<typeof delivery> = { version: 1, method, target, body, at: clock.now() };
    const sealed = sealAtHub(newest, subject, Buffer.from(JSON.stringify(content)));
    if (sealed === null) return 503;
    try {
      const { js } = await teams.connection(team);
      const expect = { lastSubjectSequence: 0 };
      await js.publish(subject, sealed, { expect, ttl: lifetime, timeout: acknowledgmentMs });
      return 200;
    } catch (thrown) {
      if (isConflict(thrown)) return 200;
      metrics.refusals.inc({ reason: toReason(thrown) });
      log.warn({ err: thrown, team }, 'a delivery could not be published');
      return 503;
    }
  };

  const receive = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const address = addresses.get(request);
    if (address === undefined) return refuse(reply, 404);
    const text = typeof request.body === 'string' ? request.body : '';
    const body = parseJSON(text);
    const method = request.method === 'PUT' ? 'PUT' : 'POST';
    const key = body === undefined ? null : deriveKey(address, method, body);
    if (key === null) return refuse(reply, 400);
    // Other deliveries may have been admitted while the body was read.
    if (inFlight >= maxInFlight) return refuse(reply, 503);
    inFlight += 1;
    metrics.inFlight.set(inFlight);
    const began = performance.now();
    const published = publish(address, key, method, text);
    const status = await limitWait(clock, patienceMs, published, 503).finally(() => {
      inFlight -= 1;
      metrics.inFlight.set(inFlight);
    });
    if (status !== 200) return refuse(reply, status);
    metrics.acceptance.observe((performance.now() - began) / 1000);
    return reply.code(200).send();
  };

  app.route({
    method: ['POST', 'PUT'],
    url: '/in/*',
    bodyLimit: maxDeliveryLength,
    onRequest: admit,
    handler: receive,
    onResponse: async (_request, { statusCode }) => metrics.deliveries.inc({ status: statusCode }),
  });
  return async ({ target, headers }) => {
    const status = await identify(target, headers.get('authorization')?.[0]);
    if (typeof status !== 'number') return null;
    return status === 401 ? { status, headers: { 'www-authenticate': 'Basic' } } : { status };
  };
};
