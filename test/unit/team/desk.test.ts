/** Requests to the hub's desk: their failures, and the longest answer. */
import { Prefix } from '@nats-io/nkeys';
import { expect, it } from 'vitest';
import { systemClock } from '../../../main/clock/clock.ts';
import { createNkey } from '../../../main/sealing/nkey.ts';
import { createDesk } from '../../../main/team/desk.ts';
import { openDesk } from '../../../main/team/identity.ts';

const desk = createDesk(async () => ({ ok: false, code: 'too_many' }));
const codeOf = async (
  request: Promise<{ readonly ok: boolean; readonly error?: { readonly code: string } }>,
): Promise<string | undefined> => (await request).error?.code;

it('names the limit of the hub that a request exceeds', async () => {
  const webhook = { account: '', business: null, webhook: null };
  const invitation = { invitation: 'i', proofDigest: '', person: 'p', role: 'member' } as const;
  expect(await codeOf(desk.invite(invitation))).toBe('too_many_invitations');
  expect(await codeOf(desk.webhook(webhook))).toBe('too_many_webhooks');
  const lists = { older: '', before: '' };
  const confirmed = desk.confirm({ invitation: 'i', desktop: '', wrapped: '', key: 1, ...lists });
  expect(await codeOf(confirmed)).toBe('team_full');
});

it('reads the team with the most businesses, after thousands of key changes', async () => {
  const hashed = 'a'.repeat(26);
  const path = `/in/${'t'.repeat(40)}/${'p'.repeat(43)}`;
  const webhooks = Array(5_000).fill({ account: hashed, business: hashed, path });
  const lists = { members: [], desktops: [], invitations: [], keys: [], wrapped: [], webhooks };
  const answer = { team: 't', ...lists, older: 'x'.repeat(900_000), isKeyDue: false };
  const fetch = async () => Response.json(answer);
  const pair = createNkey(Prefix.User, Buffer.alloc(32, 1));
  const largest = openDesk('http://127.0.0.1:1', pair, { fetch, clock: systemClock });
  expect(await largest.team()).toEqual({ ok: true, value: answer });
});
