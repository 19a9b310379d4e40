/** Failures of requests to the hub's desk. */
import { expect, it } from 'vitest';
import { createDesk } from '../../../main/team/desk.ts';

const desk = createDesk(async () => ({ ok: false, code: 'too_many' }));
const codeOf = async (
  request: Promise<{ readonly ok: boolean; readonly error?: { readonly code: string } }>,
): Promise<string | undefined> => (await request).error?.code;

it('names the limit of the hub that a request exceeds', async () => {
  const webhook = { account: '', business: null, webhook: null };
  const invitation = { invitation: 'i', proofDigest: '', person: 'p', role: 'member' } as const;
  expect(await codeOf(desk.invite(invitation))).toBe('too_many_invitations');
  expect(await codeOf(desk.webhook(webhook))).toBe('too_many_webhooks');
  const confirmed = desk.confirm({ invitation: 'i', desktop: '', wrapped: '', key: 1 });
  expect(await codeOf(confirmed)).toBe('team_full');
});
