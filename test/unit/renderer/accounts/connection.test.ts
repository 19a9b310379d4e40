import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { connectionReport } from '../../../../contract/accounts.ts';
import { accountID as anAccountID } from '../../../../contract/records.ts';
import {
  deriveCondition,
  isArriving,
  findMissedAccount,
} from '../../../../renderer/accounts/accounts.ts';
import { createConnecting } from '../../../../renderer/accounts/connecting.ts';
import { wrapBridge } from '../../../../renderer/platform/bridge.ts';
import { buildQuery, createQueries } from '../../../../renderer/platform/queries.ts';
import { accountLike } from '../support/accounts.ts';
import { fakeBridge, no, noon, ok } from '../support/samples.ts';

const accountID = (text: string) => anAccountID.parse(text);
const accountIn = (state: 'connected' | 'reconnect' | 'disconnected') =>
  accountLike('a1', 'v4', state, { profileName: 'Harbor Leads', userName: 'Sam' });
const report = (online: boolean, failed = 0, backfill = 'done', reachable = true) =>
  connectionReport.parse({
    accountID: 'a1',
    online,
    lastContactAt: noon,
    lastFailure: null,
    polling: { lastAt: null, nextAt: null, listsLeads: null, pausedUntil: null },
    backfill: { state: backfill, leads: 3 },
    receiver: {
      listening: true,
      port: 1,
      reachable,
      lastDeliveryAt: null,
      refused: 0,
      lacksPassword: false,
    },
    webhooks: [],
    yielded: [],
    gaps: [],
    outbox: { waiting: 0, failed },
    notUnderstood: 0,
  });

type Condition = Parameters<typeof deriveCondition>[0];
const judge = (known: Omit<Condition, 'signInsLost'> & Partial<Condition>) =>
  deriveCondition({ signInsLost: [], ...known });
const healthOf = (known: Parameters<typeof judge>[0]) => judge(known).health;

describe('the health of the connection', () => {
  const old = { ...accountIn('connected'), interface: 'legacy' as const };
  const partly = { ...accountIn('connected'), missingScopes: ['supply::messages.write'] };

  it.each([
    ['none', 'without an account', [], [], true],
    ['none', 'signed out', [accountIn('disconnected')], [report(true)], true],
    ['attention', 'signed out by the service', [accountIn('reconnect')], [report(false)], true],
    ['unreachable', 'the service is down', [accountIn('connected')], [report(false)], true],
    ['offline', 'the computer is offline', [accountIn('connected')], [report(false)], false],
    ['working', 'a reply failed', [accountIn('connected')], [report(true, 1)], true],
    ['attention', 'a permission is missing', [partly], [report(true)], true],
    ['attention', 'no lead can arrive', [old], [report(true, 0, 'impossible', false)], true],
    ['outdated', 'a reachable legacy account', [old], [report(true, 0, 'impossible')], true],
    ['working', 'all is well', [accountIn('connected')], [report(true)], true],
  ] as const)('%s: %s', (expected, _when, accounts, reports, isOnline) => {
    expect(healthOf({ accounts, reports, isOnline })).toBe(expected);
  });

  it('is that of the worst account, with each unreachable marketplace', () => {
    const accounts = (['a1', 'a2', 'a3'] as const).map((id, index) => ({
      ...accountIn('connected'),
      accountID: accountID(id),
      profileName: index === 2 ? 'Bay Leads' : 'Harbor Leads',
    }));
    const of = (id: string, online: boolean) => ({ ...report(online), accountID: accountID(id) });
    const down = [of('a1', true), of('a2', false), of('a3', false)];
    expect(judge({ accounts, reports: down, isOnline: true })).toEqual({
      health: 'unreachable',
      unreachable: ['Harbor Leads', 'Bay Leads'],
    });
    const lost = { ...accountIn('reconnect'), accountID: accountID('a1') };
    expect(
      healthOf({ accounts: [lost, ...accounts.slice(1)], reports: down, isOnline: true }),
    ).toBe('attention');
    expect(judge({ accounts, reports: down, isOnline: false })).toEqual({
      health: 'offline',
      unreachable: [],
    });
  });
});

describe('the health of the connection with practice', () => {
  const sample = { ...accountIn('connected'), accountID: accountID('p1'), practice: true };
  const sampleReport = { ...report(true), accountID: accountID('p1') };

  it.each([
    ['none', accountIn('disconnected'), report(true)],
    ['attention', accountIn('reconnect'), report(false)],
    ['unreachable', accountIn('connected'), report(false)],
    ['working', accountIn('connected'), report(true)],
  ] as const)('is that of the real account: %s', (expected, real, own) => {
    const accounts = [sample, real];
    const reports = [sampleReport, own];
    expect(healthOf({ accounts, reports, isOnline: true })).toBe(expected);
    const downReport = { ...report(false), accountID: accountID('p1') };
    expect(healthOf({ accounts, reports: [downReport, own], isOnline: true })).toBe(expected);
  });

  it('is that of practice without a real account', () => {
    const alone = { accounts: [sample], reports: [sampleReport], isOnline: true };
    expect(healthOf(alone)).toBe('working');
  });
});

describe('the import hint of an empty list', () => {
  it.each([
    ['just connected', true, [accountIn('connected')], []],
    ['before the first lead', true, [accountIn('connected')], [report(true, 0, 'waiting')]],
    ['during the first sync', true, [accountIn('connected')], [report(true, 0, 'running')]],
    ['after the sync', false, [accountIn('connected')], [report(true)]],
    [
      'when leads cannot be listed',
      false,
      [accountIn('connected')],
      [report(true, 0, 'impossible')],
    ],
    ['offline', false, [accountIn('connected')], [report(false, 0, 'waiting')]],
    ['disconnected', false, [accountIn('disconnected')], []],
    ['without an account', false, [], []],
  ] as const)('%s: %s', (_when, expected, accounts, reports) => {
    expect(isArriving({ accounts, reports })).toBe(expected);
  });
});

describe('connecting', () => {
  const started = ok({ attemptID: 't1', expiresAt: noon });

  it('keeps an event that arrives before the answer of its start', async () => {
    const bridge = fakeBridge({ 'connect.start': () => started });
    const connecting = createConnecting(bridge, createQueries(bridge));
    const starting = connecting.getState().start({ profileID: 'p1' });
    connecting.getState().follow({
      state: 'failed',
      attemptID: 't1',
      error: { code: 'port_in_use', message: '' },
    });
    await starting;
    expect(connecting.getState().attempt).toMatchObject({ state: 'failed' });
  });

  it('repeats the same attempt and shows its failure', async () => {
    let works = true;
    const bridge = fakeBridge({
      'connect.start': () => (works ? started : no('port_in_use')),
    });
    const connecting = createConnecting(bridge, createQueries(bridge));
    await connecting.getState().start({ profileID: 'p1' });
    works = false;
    await connecting.getState().retry();
    expect(bridge.inputsOf('connect.start')).toEqual([{ profileID: 'p1' }, { profileID: 'p1' }]);
    expect(connecting.getState().attempt).toMatchObject({
      state: 'failed',
      error: { code: 'port_in_use' },
    });
  });

  it('ignores an attempt from elsewhere, but reads its account', async () => {
    const bridge = fakeBridge({});
    const queries = createQueries(bridge);
    const connecting = createConnecting(bridge, queries);
    new QueryObserver(queries.client, buildQuery('connect.accounts', {})).subscribe(
      () => undefined,
    );
    await vi.waitFor(() => expect(queries.client.isFetching()).toBe(0));
    connecting.getState().follow({ state: 'done', attemptID: 't0', accountID: accountID('a1') });
    expect(connecting.getState().attempt).toBeNull();
    expect(bridge.inputsOf('connect.accounts')).toHaveLength(2);
  });

  it('ignores an attempt from elsewhere after it could not start', async () => {
    const bridge = fakeBridge({ 'connect.start': () => no('port_in_use') });
    const connecting = createConnecting(bridge, createQueries(bridge));
    await connecting.getState().start({ accountID: accountID('a1') });
    connecting.getState().follow({ state: 'done', attemptID: 't0', accountID: accountID('a2') });
    expect(connecting.getState().attempt).toBeNull();
  });

  it('does not show the failure of a canceled retry', async () => {
    const starts = [started, no('port_in_use')];
    const bridge = fakeBridge({
      'connect.start': async () => starts.shift() ?? no('internal'),
      'connect.cancel': () => ok({}),
    });
    const connecting = createConnecting(bridge, createQueries(bridge));
    await connecting.getState().start({ profileID: 'p1' });
    const retried = connecting.getState().retry();
    await connecting.getState().cancel();
    await retried;
    expect(connecting.getState().attempt).toBeNull();
  });

  it('waits for the browser after a second press before the first was answered', async () => {
    const bridge = fakeBridge({ 'connect.start': () => started, 'connect.cancel': () => ok({}) });
    const connecting = createConnecting(wrapBridge(bridge), createQueries(bridge));
    const { start } = connecting.getState();
    await Promise.all([start({ profileID: 'p1' }), start({ profileID: 'p1' })]);
    expect(connecting.getState().attempt).toMatchObject({ state: 'waiting' });
    expect(bridge.inputsOf('connect.cancel')).toEqual([]);
  });

  it('does not return to a canceled attempt', async () => {
    const bridge = fakeBridge({ 'connect.start': () => started, 'connect.cancel': () => ok({}) });
    const connecting = createConnecting(bridge, createQueries(bridge));
    await connecting.getState().start({ profileID: 'p1' });
    await connecting.getState().cancel();
    connecting.getState().follow({
      state: 'failed',
      attemptID: 't1',
      error: { code: 'connect_cancelled', message: '' },
    });
    expect(connecting.getState().attempt).toBeNull();
  });

  it('detects a sign-in as another person', async () => {
    const bridge = fakeBridge({
      'connect.start': () => started,
    });
    const connecting = createConnecting(bridge, createQueries(bridge));
    const accounts = [accountIn('reconnect')];
    await connecting.getState().start({ accountID: accountID('a1') });
    const done = (id: string) =>
      connecting.getState().follow({ state: 'done', attemptID: 't1', accountID: accountID(id) });
    done('a2');
    expect(findMissedAccount(accounts, connecting.getState())).toMatchObject({ accountID: 'a1' });
    done('a1');
    expect(findMissedAccount(accounts, connecting.getState())).toBeNull();
  });
});
