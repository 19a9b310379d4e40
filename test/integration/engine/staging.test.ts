/** Test leads of the sandbox's staging: created by main, stored by the engine, and answered. */
import { describe, expect, it } from 'vitest';
import type { StagingCall } from '../../../contract/commands/staging.ts';
import type { AccountID, LeadID } from '../../../contract/records.ts';
import { serviceProfile, type ServiceProfile } from '../../../contract/profile.ts';
import { systemClock } from '../../../main/clock/clock.ts';
import { createTestLead } from '../../../main/connect/staging.ts';
import { toPublicProfile } from '../../../main/connect/profiles.ts';
import { startEngine, type EngineHere } from './support/engine.ts';
import { openLegacyMarketplace } from './support/legacy.ts';
import { openMarketplace, type Marketplace } from './support/marketplace.ts';

type Scene = {
  readonly marketplace: Marketplace;
  readonly engine: EngineHere;
  readonly accountID: AccountID;
  readonly create: (businessID?: string) => Promise<StagingCall>;
};

/** A profile for the sandbox's staging, as support gets it. */
const stagingProfile = ({ ready }: Marketplace, legacy: boolean): ServiceProfile =>
  serviceProfile.parse({
    name: 'Staging',
    environment: 'staging',
    interface: legacy ? 'legacy' : 'v4',
    baseUrl: legacy ? ready.baseUrl : ready.stagingUrl,
    stagingUrl: ready.stagingUrl,
    connectUrl: ready.connectUrl,
    authorizeUrl: ready.v4.authorizeUrl,
    tokenUrl: ready.v4.tokenUrl,
    accountInfoPath: ready.legacy.accountInfoPath,
    clientId: 'not-used-here',
    clientSecret: 'not-used-here',
    scopes: legacy ? ['messages'] : ready.v4.scopes,
    redirectUris: ready.v4.redirectUris,
    staging: ready.staging,
  });

const openScene = async (generation: 'v4' | 'legacy'): Promise<Scene> => {
  const isLegacy = generation === 'legacy';
  const market = await (isLegacy ? openLegacyMarketplace() : openMarketplace());
  const profile = stagingProfile(market, isLegacy);
  const marketplace = {
    ...market,
    account: { ...market.account, profile: toPublicProfile(profile) },
  };
  const engine = await startEngine(marketplace);
  await engine.ask('settings.change', { undoSeconds: 0 });
  const { accountID } = marketplace.account;
  await engine.until('the account is attached', async () => {
    const { businesses } = await engine.ask('views.counts', {});
    return businesses.length > 0;
  });
  const create = async (businessID: string | null = null): Promise<StagingCall> => {
    const answer = await createTestLead(fetch, systemClock, profile, businessID);
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  };
  return { marketplace, engine, accountID, create };
};

type Created = Extract<StagingCall['outcome'], { state: 'created' }>;
const expectCreated = ({ outcome }: StagingCall): Created =>
  outcome.state === 'created' ? outcome : expect.fail(outcome.error.message);

const ingestLead = async ({ engine, accountID }: Scene, call: StagingCall): Promise<LeadID> => {
  const testLead = call.answer?.body ?? '';
  return (await engine.ask('staging.ingest', { accountID, testLead })).leadID;
};

const isSent = async ({ engine }: Scene, leadID: LeadID): Promise<boolean> => {
  const { messages } = await engine.ask('thread.page', { leadID, limit: 50 });
  return messages.findLast(({ side }) => side === 'business')?.sending?.state === 'sent';
};

describe.each(['v4', 'legacy'] as const)('a test lead of a %s staging account', (generation) => {
  it('without a business gets a dummy one, is stored unchanged, and can be answered', async () => {
    const scene = await openScene(generation);
    const { engine, accountID, marketplace } = scene;
    const call = await scene.create();
    const created = expectCreated(call);
    const leadID = await ingestLead(scene, call);
    const { lead } = await engine.ask('leads.get', { leadID });
    expect(lead).toMatchObject({
      negotiationID: created.leadID,
      customer: { name: created.customerName },
      row: { businessID: created.businessID, businessName: created.businessName },
    });
    const preview = await engine.ask('staging.preview', { accountID, leadID });
    const record = JSON.parse(preview.record ?? '') as Record<string, unknown>;
    if (generation === 'legacy') expect(record).toEqual(JSON.parse(call.answer?.body ?? ''));
    else expect(record).toMatchObject({ negotiationID: created.leadID });
    expect(preview.columns).toContainEqual({
      name: 'negotiation_id',
      value: created.leadID,
      from: [generation === 'legacy' ? 'leadID' : 'negotiationID'],
      came: created.leadID,
    });

    await engine.reply(leadID, 'On my way');
    await engine.until('the reply is sent', () => isSent(scene, leadID));
    expect(await marketplace.thread(created.leadID)).toEqual(['On my way']);
  });

  it('can be created for a business of the account', async () => {
    const scene = await openScene(generation);
    const [business] = scene.marketplace.ready.businesses;
    const call = await scene.create(business?.businessID);
    const leadID = await ingestLead(scene, call);
    const { lead } = await scene.engine.ask('leads.get', { leadID });
    expect(lead.row).toMatchObject({
      businessID: business?.businessID,
      businessName: business?.name,
    });
  });

  it('can be created again for the business of the previous one', async () => {
    const scene = await openScene(generation);
    const first = expectCreated(await scene.create());
    const second = expectCreated(await scene.create(first.businessID ?? ''));
    expect(second.businessID).toBe(first.businessID);
    expect(second.leadID).not.toBe(first.leadID);
  });
});

describe('a reply to a test lead', () => {
  it('is found again in the conversation at the service (v4)', async () => {
    const scene = await openScene('v4');
    const { engine, accountID } = scene;
    const leadID = await ingestLead(scene, await scene.create());
    await engine.reply(leadID, 'Hello');
    await engine.until('the reply is sent', () => isSent(scene, leadID));
    const { serviceIDs } = await engine.ask('staging.thread', { accountID, leadID });
    const { messages } = await engine.ask('staging.preview', { accountID, leadID });
    expect(messages).toMatchObject([{ side: 'business', text: 'Hello' }]);
    expect(serviceIDs).toEqual([messages[0]?.serviceID]);
  });
});

describe('a test lead that is refused', () => {
  it('for an unknown business shows the service’s message', async () => {
    const scene = await openScene('v4');
    const { outcome, answer } = await scene.create('1');
    expect(outcome).toMatchObject({ state: 'refused', error: { code: 'not_found', status: 404 } });
    expect(answer?.body).not.toBe('');
  });

  it('for wrong credentials shows 401', async () => {
    const marketplace = await openMarketplace();
    const profile = {
      ...stagingProfile(marketplace, false),
      staging: { username: marketplace.ready.staging.username, password: 'wrong' },
    };
    expect(await createTestLead(fetch, systemClock, profile, null)).toMatchObject({
      value: { outcome: { state: 'refused', error: { code: 'connect_refused', status: 401 } } },
    });
  });
});
