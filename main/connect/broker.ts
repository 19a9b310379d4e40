/**
 * The hub's broker (contract/team/broker.ts), which has the client secret and the grants of a team. Requests are
 * signed by the desktop's key; none has a refresh token.
 */
import type { z } from 'zod';
import { fail, succeed, type Answer, type Failure } from '../../contract/errors.ts';
import {
  brokerAccounts,
  brokerDone,
  brokerError,
  brokerPaths,
  brokerToken,
  type brokerDisconnect,
  type BrokerErrorCode,
  type brokerExchange,
  type brokerTokenRequest,
} from '../../contract/team/broker.ts';
import { signRequest, type Signer } from '../../contract/team/signed-request.ts';
import type { Clock } from '../clock/clock.ts';
import type { Fetch } from '../http/bounded-fetch.ts';
import { failureOf } from '../http/status.ts';
import { joinPath, parseBody, sendOnce } from './http-requests.ts';

/**
 * Errors of all calls: `hub_unavailable`, `not_in_team`, `owner_needed`, `reconnect_needed`, `connect_refused`,
 * `rate_limited`, `forbidden`, `service_unavailable`, `unexpected_answer`.
 */
export type Broker = {
  readonly exchange: (
    request: z.infer<typeof brokerExchange>,
  ) => Promise<Answer<z.infer<typeof brokerToken>>>;
  readonly token: (
    request: z.infer<typeof brokerTokenRequest>,
  ) => Promise<Answer<z.infer<typeof brokerToken>>>;
  readonly disconnect: (
    request: z.infer<typeof brokerDisconnect>,
  ) => Promise<Answer<z.infer<typeof brokerDone>>>;
  readonly accounts: () => Promise<Answer<z.infer<typeof brokerAccounts>>>;
};

const unavailable = (detail: string, status?: number): Failure => ({
  code: 'hub_unavailable',
  message: "The team's hub cannot be used.",
  detail,
  ...(status !== undefined && { status }),
});
const notInTeam: Failure = {
  code: 'not_in_team',
  message: "This computer is not part of the hub's team.",
};

/** Milliseconds. The hub itself waits for the service. */
const timeout = 30_000;

/** @param signer of the team's desktop; null without a team */
export const createBroker = (dependencies: {
  readonly address: string;
  readonly signer: Signer | null;
  readonly fetch: Fetch;
  readonly clock: Clock;
}): Broker => {
  const { address, signer, fetch, clock } = dependencies;

  /** @param ahead milliseconds by which the hub's clock is ahead of this computer's */
  const send = async <T>(
    path: string,
    request: object | null,
    schema: z.ZodType<T>,
    ahead = 0,
  ): Promise<Answer<T>> => {
    if (signer === null) return { ok: false, error: notInTeam };
    const url = joinPath(address, path);
    const method = request === null ? 'GET' : 'POST';
    const body = request === null ? '' : JSON.stringify(request);
    const signed = { method, path: url.pathname, body } as const;
    const headers = {
      authorization: await signRequest(signer, signed, clock.now() + ahead),
      accept: 'application/json',
      ...(request !== null && { 'content-type': 'application/json' }),
    };
    const options = { method, headers, ...(request !== null && { body }) };
    const response = await sendOnce(fetch, url, options, timeout);
    if (!response.ok) return { ok: false, error: unavailable(response.error.code) };
    const { status } = response.value;
    const json = await parseBody(response.value).catch((): Answer<unknown> => fail('offline', ''));
    const value = json.ok ? json.value : null;
    const read = schema.safeParse(value);
    if (status === 200 && read.success) return succeed(read.data);
    const refusal = brokerError.safeParse(value);
    if (!refusal.success) return { ok: false, error: unavailable('unexpected_answer', status) };
    const { code, detail, now } = refusal.data.error;
    if (code === 'clock' && now !== undefined && ahead === 0)
      return send(path, request, schema, now - clock.now());
    return { ok: false, error: { ...failureFor(code, status), ...(detail && { detail }) } };
  };

  return {
    exchange: (request) => send(brokerPaths.exchange, request, brokerToken),
    token: (request) => send(brokerPaths.token, request, brokerToken),
    disconnect: (request) => send(brokerPaths.disconnect, request, brokerDone),
    accounts: () => send(brokerPaths.accounts, null, brokerAccounts),
  };
};

const failureFor = (code: BrokerErrorCode, status: number): Failure => {
  switch (code) {
    case 'unsigned':
    case 'revoked':
      return notInTeam;
    case 'not_owner':
      return { code: 'owner_needed', message: 'Only an owner of the team may do this.' };
    case 'unknown_account':
    case 'reconnect_needed':
      return { code: 'owner_needed', message: 'An owner of the team must connect again.' };
    case 'connect_refused':
      return { code, message: 'The service refused the sign-in of this app.' };
    case 'unknown_service':
      return { code: 'connect_refused', message: 'The hub has no such client.', detail: code };
    case 'rate_limited':
    case 'forbidden':
    case 'unexpected_answer':
    case 'service_unavailable':
      return failureOf(code);
    case 'malformed':
    case 'clock':
    case 'replayed':
    case 'unavailable':
      return unavailable(code, status);
  }
};
