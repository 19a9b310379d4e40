/** The professional sets up the app: accounts, rules, the phone, and the way of the deliveries. */
import { setTimeout as realPause } from 'node:timers/promises';
import type { ConnectionReport } from '../../contract/accounts.ts';
import { initialReach } from '../../contract/reach.ts';
import { automaticTexts } from './compare.ts';
import type { Computer } from './computer.ts';
import type { Gate } from './gate.ts';
import type { Phone } from './phone.ts';
import type { Service } from './service.ts';
import type { Tunnel } from './tunnel.ts';

/** Polls until it returns a value. */
const waitFor = async <T>(look: () => Promise<T | null>): Promise<T> => {
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    await realPause(100);
  }
};

export const createSetup = ({
  computer,
  services,
  tunnel,
  gate,
  phone,
}: {
  readonly computer: Computer;
  readonly services: readonly Service[];
  readonly tunnel: Tunnel;
  readonly gate: Gate;
  readonly phone: Phone;
}) => {
  let receiverPort: number | null = null;
  const ask = async <T>(command: string, input: unknown): Promise<T | null> => {
    const answer = await computer.invoke(command, input);
    return answer.ok ? (answer.value as T) : null;
  };

  /** Connects the professional's web server to the app's current port. */
  const followPort = async (): Promise<void> => {
    const report = await ask<{ reports: readonly ConnectionReport[] }>('connection.report', {});
    const port = report?.reports[0]?.receiver.port ?? null;
    if (port === null) return;
    receiverPort = port;
    if (tunnel.port === null) gate.setTarget(port);
  };
  const connectAll = async (): Promise<void> => {
    const accounts = await computer.listAccounts();
    if (!accounts.ok) return;
    for (const { profile, businessID } of services) {
      const known = accounts.value.find(({ profileName }) => profileName === profile.name);
      if (known?.grant.state !== 'connected') await computer.connect(profile, businessID);
    }
  };
  /** Configures the address and credentials of legacy calls at the marketplace. */
  const setPartnerAddress = async (service: Service): Promise<void> => {
    const accounts = await computer.listAccounts();
    const account = accounts.ok
      ? accounts.value.find(({ profileName }) => profileName === service.profile.name)
      : undefined;
    const which = { accountID: account?.accountID };
    const credentials = await ask<object>('legacy.renew', which);
    // Until the tunnel is up the address is that of this computer, which would bypass it.
    const baseUrl = await waitFor(async () => {
      const endpoints = await ask<{ address: string | null }>('legacy.endpoints', which);
      return endpoints?.address?.startsWith(gate.address) ? endpoints.address : null;
    });
    await service.control('POST', '/partner', { baseUrl, ...credentials });
  };
  /** Adds the phone; again after a restart without a keychain, where secrets are only in memory. */
  const addPhone = async (): Promise<void> => {
    const report = await ask<{ channels: readonly unknown[] }>('reach.report', {});
    if (report?.channels.length !== 0) return;
    await ask('reach.save', {
      ...{ channelID: null, name: 'Phone', kind: 'webhook' },
      fields: { address: phone.address, key: 'a key of the campaign' },
    });
  };
  const setUp = async (): Promise<void> => {
    await computer.start();
    await connectAll();
    await ask('settings.change', {
      ...{ undoSeconds: 3, automaticRepliesADay: 200 },
      reach: { ...initialReach, words: true, mostPerHour: 60 },
    });
    const rule = {
      ...{ isOn: true, isAnswer: false },
      leads: { businesses: [], categories: [], areas: [], hours: 'any', charge: 'any' },
    };
    await ask('automaticReplies.save', {
      ...{ ...rule, ruleID: 'first', name: 'First reply' },
      when: { kind: 'newLead', afterSeconds: 0, withinMinutes: 60 },
      content: { kind: 'text', text: automaticTexts.firstReply },
    });
    await ask('automaticReplies.save', {
      ...{ ...rule, ruleID: 'follow', name: 'Follow-up' },
      // It becomes due when the clock is set forward.
      when: { kind: 'silence', count: 1, unit: 'hours', from: 0, to: 0 },
      content: { kind: 'text', text: automaticTexts.followUp },
    });
    await addPhone();
    await tunnel.setUp(ask);
    await followPort();
    for (const service of services) {
      await service.control('POST', '/deliveries/policy', { retry: true });
      if (service.kind === 'legacy') await setPartnerAddress(service);
    }
    await waitFor(async () => {
      const report = await ask<{ reports: readonly ConnectionReport[] }>('connection.report', {});
      const webhooks = report?.reports.flatMap((one) => one.webhooks) ?? [];
      return webhooks.length === 4 && webhooks.every(({ state }) => state === 'active')
        ? true
        : null;
    });
  };

  return { ask, setUp, connectAll, addPhone, followPort, getReceiverPort: () => receiverPort };
};
