import { describe, expect, it } from 'vitest';
import { account, connectionReport } from '../../../contract/records.ts';
import { createConnection, healthOf } from '../../../renderer/state/connection.ts';
import { fakeBridge, no, noon, ok } from './samples.ts';

const accountIn = (state: 'connected' | 'reconnect' | 'disconnected') =>
  account.parse({
    accountID: 'a1',
    profileName: 'Harbor Leads',
    environment: 'production',
    interface: 'v4',
    host: 'api.example',
    userName: 'Sam',
    email: '',
    scopes: [],
    missingScopes: [],
    grant: { state, since: noon, memoryOnly: false },
    practice: false,
  });
const report = (online: boolean, failed = 0) =>
  connectionReport.parse({
    accountID: 'a1',
    online,
    lastContactAt: noon,
    lastFailure: null,
    polling: { lastAt: null, nextAt: null, listsLeads: null, pausedUntil: null },
    backfill: { state: 'done', leads: 3 },
    receiver: { listening: true, port: 1, reachable: true, lastDeliveryAt: null, refused: 0 },
    webhooks: [],
    outbox: { waiting: 0, failed },
    notUnderstood: 0,
  });

describe('the state of the connection in one word', () => {
  it.each([
    ['none', [], [], true],
    ['none', [accountIn('disconnected')], [report(true)], true],
    ['attention', [accountIn('reconnect')], [report(false)], true],
    ['offline', [accountIn('connected')], [report(false)], true],
    ['offline', [accountIn('connected')], [report(true)], false],
    ['attention', [accountIn('connected')], [report(true, 1)], true],
    ['working', [accountIn('connected')], [report(true)], true],
  ] as const)('%s', (expected, accounts, reports, networked) => {
    expect(healthOf({ accounts, reports, networked })).toBe(expected);
  });
});

describe('connecting', () => {
  const started = ok({ attemptID: 't1', expiresAt: noon });

  it('keeps what was heard of an attempt before its start was answered', async () => {
    const bridge = fakeBridge({ 'connect.start': () => started });
    const connection = createConnection(bridge);
    const starting = connection.getState().start({ profileID: 'p1' });
    connection.getState().follow({
      state: 'failed',
      attemptID: 't1',
      error: { code: 'port_in_use', message: '' },
    });
    await starting;
    expect(connection.getState().attempt).toMatchObject({ state: 'failed' });
  });

  it('tries the same thing again, and says why it could not', async () => {
    let works = true;
    const bridge = fakeBridge({
      'connect.start': () => (works ? started : no('port_in_use')),
    });
    const connection = createConnection(bridge);
    await connection.getState().start({ profileID: 'p1' });
    works = false;
    await connection.getState().again();
    expect(bridge.inputsOf('connect.start')).toEqual([{ profileID: 'p1' }, { profileID: 'p1' }]);
    expect(connection.getState().attempt).toMatchObject({
      state: 'failed',
      error: { code: 'port_in_use' },
    });
  });
});
