/** Client of the hub's broker, which has a team's client secret and grants (contract/team/broker.ts). */
import type { z } from 'zod';
import { succeed, type Answer, type Failure } from '../../contract/errors.ts';
import {
  brokerAccounts,
  brokerDone,
  brokerPaths,
  brokerToken,
  type brokerDisconnect,
  type brokerExchange,
  type brokerTokenRequest,
} from '../../contract/team/broker.ts';
import type { Signer } from '../http/signed-request.ts';
import type { Clock } from '../clock/clock.ts';
import type { Fetch } from '../http/bounded-fetch.ts';
import { buildFailure } from '../http/status.ts';
import { createHubRequests, type HubAnswer } from './hub-requests.ts';

export type Broker = ReturnType<typeof createBroker>;

const notInTeam: Failure = {
  code: 'not_in_team',
  message: "This computer is not part of the hub's team.",
};

/**
 * Errors of all calls: `hub_unavailable`, `not_in_team`, `owner_needed`, `connect_refused`, `rate_limited`,
 * `forbidden`, `service_unavailable`, `unexpected_answer`.
 */
export const createBroker = ({
  signer,
  ...dependencies
}: {
  readonly address: string;
  readonly signer: Signer | null;
  readonly fetch: Fetch;
  readonly clock: Clock;
}) => {
  const request = signer === null ? null : createHubRequests({ ...dependencies, signer });
  const send = async <T>(
    path: string,
    body: object | null,
    schema: z.ZodType<T>,
  ): Promise<Answer<T>> => {
    if (request === null) return { ok: false, error: notInTeam };
    const answer = await request(path, body, schema);
    if (answer.ok) return succeed(answer.value);
    const { detail } = answer;
    return { ok: false, error: { ...toFailure(answer), ...(detail && { detail }) } };
  };

  return {
    exchange: (request: z.infer<typeof brokerExchange>) =>
      send(brokerPaths.exchange, request, brokerToken),
    fetchToken: (request: z.infer<typeof brokerTokenRequest>) =>
      send(brokerPaths.token, request, brokerToken),
    disconnect: (request: z.infer<typeof brokerDisconnect>) =>
      send(brokerPaths.disconnect, request, brokerDone),
    fetchAccounts: () => send(brokerPaths.accounts, null, brokerAccounts),
  };
};

const toFailure = ({
  code,
  detail,
  status,
}: Extract<HubAnswer<unknown>, { ok: false }>): Failure => {
  switch (code) {
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
      return buildFailure(code);
    default:
      return {
        code: 'hub_unavailable',
        message: "The team's hub cannot be used.",
        detail: detail ?? code,
        ...(status !== undefined && { status }),
      };
  }
};
