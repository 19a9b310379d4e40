/** Channels between vault, engine and window. Without any, nothing is loaded or sent. */
import { EventEmitter } from 'node:events';
import { beforeEach, expect, it, vi } from 'vitest';
import type { AttachedChannel } from '../../../contract/port.ts';
import type { ChannelID, ReachOutcome } from '../../../contract/reach.ts';
import { openReach } from '../../../main/shell/reach-service.ts';
import type { EngineService } from '../../../main/shell/engine-service.ts';
import type { SignIns } from '../../../main/shell/sign-ins.ts';
import { openVault } from '../../../main/vault/vault.ts';
import { testLog } from '../engine/support/store.ts';
import { startNtfyServer } from '../reach/support/servers.ts';

const loads = vi.hoisted(() => ({ count: 0 }));
vi.mock('../../../main/reach/reach.ts', (original) => {
  loads.count += 1;
  return original();
});
beforeEach(() => {
  loads.count = 0;
  vi.resetModules();
});

const opened = () => {
  const vault = openVault({
    file: '',
    key: null,
    random: (bytes) => Buffer.alloc(bytes),
    log: testLog(),
  });
  if (!vault.ok) throw new Error('no vault');
  const events: EngineService['events'] = new EventEmitter();
  const attached: (readonly AttachedChannel[])[] = [];
  const outcomes: [number, ReachOutcome][] = [];
  const kinds: string[] = [];
  const runWhenOpen = (async (work) =>
    work({ vault: vault.value } as Parameters<typeof work>[0])) as SignIns['runWhenOpen'];
  const handlers = openReach({
    signIns: { runWhenOpen },
    engine: {
      events,
      send: (message) => {
        if (message.type === 'channels') attached.push(message.channels);
        if (message.type === 'reached') outcomes.push([message.id, message.outcome]);
      },
    },
    notify: (change) => void kinds.push(...change.kinds),
    getLanguage: () => 'en',
  });
  const ready = async (): Promise<void> => {
    events.emit('state', { state: 'ready' });
    await new Promise(setImmediate);
  };
  return { handlers, events, attached, outcomes, kinds, ready };
};

it('without a channel the engine learns that there is none, and nothing is loaded', async () => {
  const { handlers, attached, ready } = opened();
  await ready();
  expect(attached).toEqual([[]]);
  expect(await handlers['reach.channels']({})).toEqual({
    ok: true,
    value: { channels: [], isPersistent: false },
  });
  expect(loads.count).toBe(0);
});

it('a channel is reported to engine and window at each change, and gets the engine’s messages', async () => {
  const { handlers, events, attached, outcomes, kinds, ready } = opened();
  const { address, received } = await startNtfyServer();
  const saved = await handlers['reach.save']({
    channelID: null,
    name: 'Phone',
    kind: 'ntfy',
    fields: { server: address, topic: 'leads' },
  });
  const channelID = (saved.ok ? saved.value.channelID : '') as ChannelID;
  expect(attached.at(-1)).toEqual([{ channelID, on: true }]);
  expect(kinds).toEqual(['reach']);
  await ready();
  expect(attached).toHaveLength(2);

  const tested = await handlers['reach.test']({ channelID });
  expect(tested).toMatchObject({ ok: true, value: { failure: null } });
  const counts = { lead: 1, message: 0, refused: 0, stopped: 0 };
  events.emit('reach', {
    type: 'reach',
    id: 7,
    channelID,
    message: { title: 'A new lead is waiting', body: '', counts },
  });
  await vi.waitFor(() => expect(outcomes).toEqual([[7, { ok: true }]]));
  expect(received.map(({ json }) => json['message'])).toEqual([
    'Test message from Hearthline: this channel works',
    'A new lead is waiting',
  ]);

  await handlers['reach.switch']({ channelID, on: false });
  expect(attached.at(-1)).toEqual([{ channelID, on: false }]);
  await handlers['reach.remove']({ channelID });
  expect(attached.at(-1)).toEqual([]);
  expect(loads.count).toBe(1);
});
