/** Client of the hub's desk, the hub's interface for desktops (contract/team/desk.ts). */
import type { z } from 'zod';
import { succeed, type Answer, type Failure } from '../../contract/errors.ts';
import { readonlyObject } from '../../contract/schema.ts';
import {
  credential,
  deskJoined,
  deskPaths,
  deskTeam,
  type Credential,
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

const done = readonlyObject({});

const failures = new Map<string, Failure>(
  Object.entries({
    revoked: { code: 'not_in_team', message: 'This computer was removed from the team.' },
    stranger: { code: 'unknown_to_hub', message: 'The hub does not know this computer.' },
    not_owner: { code: 'owner_only', message: 'Only an owner of the team may do this.' },
    no_invitation: { code: 'invitation_invalid', message: 'The hub has no such invitation.' },
    expired: { code: 'invitation_expired', message: 'The invitation is over or was used.' },
    unknown: { code: 'not_found', message: 'The team has no such person or desktop.' },
    conflict: { code: 'conflict', message: 'The team has changed meanwhile.' },
    last_owner: { code: 'last_owner', message: 'A team needs an owner with a desktop.' },
    too_many: { code: 'team_full', message: 'The team has as many desktops as it may.' },
  }),
);

/** Failures of requests that exceed another limit than that of desktops. */
const limitFailures: Readonly<Record<string, Failure>> = {
  [deskPaths.invite]: {
    code: 'too_many_invitations',
    message: 'The team has too many invitations.',
  },
  [deskPaths.webhook]: { code: 'too_many_webhooks', message: 'The team has too many webhooks.' },
};

const toFailure = (
  path: string,
  { code, detail, status }: Extract<HubAnswer<unknown>, { ok: false }>,
): Failure =>
  (code === 'too_many' ? limitFailures[path] : undefined) ??
  failures.get(code) ?? {
    code: 'hub_unavailable',
    message: "The team's hub cannot be used.",
    detail: detail ?? code,
    ...(status !== undefined && { status }),
  };

export const createDesk = (request: HubRequests) => {
  const ask = async <T>(
    path: string,
    body: object | null,
    schema: z.ZodType<T>,
  ): Promise<Answer<T>> => {
    const answer = await request(path, body, schema);
    return answer.ok ? succeed(answer.value) : { ok: false, error: toFailure(path, answer) };
  };
  const act =
    <Body extends z.ZodType<object>>(path: string) =>
    (body: z.infer<Body>) =>
      ask(path, body, done);
  return {
    join: (body: z.infer<typeof deskJoin>) => ask(deskPaths.join, body, deskJoined),
    team: () => ask(deskPaths.team, null, deskTeam),
    invite: act<typeof deskInvite>(deskPaths.invite),
    withdraw: act<typeof deskWithdraw>(deskPaths.withdraw),
    confirm: act<typeof deskConfirm>(deskPaths.confirm),
    member: act<typeof deskMember>(deskPaths.member),
    revoke: act<typeof deskRevoke>(deskPaths.revoke),
    rotate: act<typeof deskRotate>(deskPaths.rotate),
    webhook: act<typeof deskWebhook>(deskPaths.webhook),
    /** `copied`: another computer uses a copy of this desktop's keys. */
    credential: async (
      body: z.infer<typeof deskCredential>,
    ): Promise<Answer<Credential | 'copied'>> => {
      const path = deskPaths.credential;
      const answer = await request(path, body, credential);
      if (answer.ok) return succeed(answer.value);
      return answer.code === 'copied'
        ? succeed('copied')
        : { ok: false, error: toFailure(path, answer) };
    },
  };
};
export type Desk = ReturnType<typeof createDesk>;
