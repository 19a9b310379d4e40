/** An engine of a member: its main takes the engine's questions to the hub, as the app's does. */
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import { deskPaths, type WebhookChange } from '../../../../contract/team/desk.ts';
import { forkEngine, type EngineElsewhere } from '../../engine/support/engine.ts';
import type { Marketplace } from '../../engine/support/marketplace.ts';
import { membershipOf, type TestDesktop } from '../../hub/support/hub.ts';

const askHub =
  (desktop: TestDesktop) =>
  async (change: WebhookChange): Promise<Answer<unknown>> => {
    const { status, code } = await desktop.post(deskPaths.webhook, change);
    return status === 200 ? succeed({}) : fail('hub_unavailable', code ?? String(status));
  };

export const startMember = async (
  marketplace: Marketplace,
  folder: string,
  desktop: TestDesktop,
): Promise<EngineElsewhere> => {
  const engine = await forkEngine(marketplace, folder, { toHub: askHub(desktop) });
  engine.send({ type: 'team', membership: await membershipOf(desktop) });
  return engine;
};
