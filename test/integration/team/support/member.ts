/** An engine of a member: its main takes the engine's questions to the hub, as the app's does. */
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import { deskPaths, type WebhookChange } from '../../../../contract/team/desk.ts';
import { forkEngine, type EngineElsewhere } from '../../engine/support/engine.ts';
import type { Marketplace, OnEnd } from '../../engine/support/marketplace.ts';
import { membershipOf, type TestDesktop } from '../../hub/support/hub.ts';

/** Main's answers to an engine that changes webhooks at the hub. */
export const askHub =
  (desktop: TestDesktop) =>
  async (change: WebhookChange): Promise<Answer<unknown>> => {
    try {
      const { status, code } = await desktop.post(deskPaths.webhook, change);
      return status === 200 ? succeed({}) : fail('hub_unavailable', code ?? String(status));
    } catch (thrown) {
      return fail('hub_unavailable', String(thrown));
    }
  };

/** Starts one with the marketplace's account as the team's. */
export const startMember = async (
  marketplace: Marketplace,
  folder: string,
  desktop: TestDesktop,
  { onEnd, ca }: { readonly onEnd?: OnEnd; readonly ca?: string } = {},
): Promise<EngineElsewhere> => {
  const membership = { ...(await membershipOf(desktop)), ...(ca !== undefined && { ca }) };
  const account = { ...marketplace.account, teamSince: 1 };
  const engine = await forkEngine({ ...marketplace, account }, folder, {
    toHub: askHub(desktop),
    ...(onEnd && { onEnd }),
  });
  engine.send({ type: 'team', membership });
  return engine;
};
