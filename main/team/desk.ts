/** Client of the hub's desk, the hub's interface for desktops (contract/team/desk.ts). */
import type { z } from 'zod';
import { succeed, type Answer, type Failure } from '../../contract/errors.ts';
import { readonlyObject } from '../../contract/schema.ts';
import {
  credential,
  deskJoined,
  deskPaths,
  deskTeam,
  type deskConfirm,
  type deskCredential,
  type deskInvite,
  type deskJoin,
  type deskMember,
  type deskRevoke,
  type deskRotate,
  type deskWebhook,
  type deskWithdraw,
} from '../../contract/team/desk.ts';
import type { HubAnswer, HubRequests } from '../connect/hub-requests.ts';

type Done = Record<string, never>;
type Call<In extends z.ZodType, Out> = (request: z.infer<In>) => Promise<Answer<Out>>;

export type Desk = {
  readonly join: Call<typeof deskJoin, z.infer<typeof deskJoined>>;
  readonly team: () => Promise<Answer<z.infer<typeof deskTeam>>>;
  readonly invite: Call<typeof deskInvite, Done>;
  readonly withdraw: Call<typeof deskWithdraw, Done>;
  readonly confirm: Call<typeof deskConfirm, Done>;
  readonly member: Call<typeof deskMember, Done>;
  readonly revoke: Call<typeof deskRevoke, Done>;
  readonly rotate: Call<typeof deskRotate, Done>;
  readonly webhook: Call<typeof deskWebhook, Done>;
  /** `copied`: another computer uses a copy of this desktop's keys. */
  readonly credential: (
    request: z.infer<typeof deskCredential>,
  ) => Promise<Answer<z.infer<typeof credential> | 'copied'>>;
};

const done = readonlyObject({});

const failureFor = ({
  code,
  detail,
  status,
}: Extract<HubAnswer<unknown>, { ok: false }>): Failure => {
  switch (code) {
    case 'revoked':
      return { code: 'not_in_team', message: 'This computer was removed from the team.' };
    case 'stranger':
      return { code: 'unknown_to_hub', message: 'The hub does not know this computer.' };
    case 'not_owner':
      return { code: 'owner_only', message: 'Only an owner of the team may do this.' };
    case 'no_invitation':
      return { code: 'invitation_invalid', message: 'The hub has no such invitation.' };
    case 'expired':
      return { code: 'invitation_expired', message: 'The invitation is over or was used.' };
    case 'unknown':
      return { code: 'not_found', message: 'The team has no such person or desktop.' };
    case 'conflict':
      return { code, message: 'The team has changed meanwhile.' };
    case 'last_owner':
      return { code, message: 'A team needs an owner with a desktop.' };
    case 'too_many':
      return { code: 'team_full', message: 'The team has as many desktops as it may.' };
    default:
      return {
        code: 'hub_unavailable',
        message: "The team's hub cannot be used.",
        detail: detail ?? code,
        ...(status !== undefined && { status }),
      };
  }
};

export const createDesk = (request: HubRequests): Desk => {
  const ask = async <T>(
    path: string,
    body: object | null,
    schema: z.ZodType<T>,
  ): Promise<Answer<T>> => {
    const answer = await request(path, body, schema);
    return answer.ok ? succeed(answer.value) : { ok: false, error: failureFor(answer) };
  };
  const act =
    (path: string) =>
    async (body: object): Promise<Answer<Done>> => {
      const answer = await ask(path, body, done);
      return answer.ok ? succeed({}) : answer;
    };
  return {
    join: (body) => ask(deskPaths.join, body, deskJoined),
    team: () => ask(deskPaths.team, null, deskTeam),
    invite: act(deskPaths.invite),
    withdraw: act(deskPaths.withdraw),
    confirm: act(deskPaths.confirm),
    member: act(deskPaths.member),
    revoke: act(deskPaths.revoke),
    rotate: act(deskPaths.rotate),
    webhook: act(deskPaths.webhook),
    credential: async (body) => {
      const answer = await request(deskPaths.credential, body, credential);
      if (answer.ok) return succeed(answer.value);
      return answer.code === 'copied'
        ? succeed('copied')
        : { ok: false, error: failureFor(answer) };
    },
  };
};
