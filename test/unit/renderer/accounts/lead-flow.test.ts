/** One judgement for every place, over all combinations of what is known of an account. */
import { describe, expect, it } from 'vitest';
import type { Account, ConnectionReport, WebhookState } from '../../../../contract/accounts.ts';
import { accountStatusOf, conditionOf } from '../../../../renderer/accounts/accounts.ts';
import {
  checkStateOf,
  checkTones,
  flowTones,
  leadFlowOf,
  webhookTone,
  webhookWord,
} from '../../../../renderer/accounts/lead-flow.ts';
import { accountLike, hook, reportLike } from '../support/accounts.ts';
import { noon } from '../support/samples.ts';

const states: readonly WebhookState[] = [
  'active',
  'missing',
  'disabled',
  'without_credentials',
  'unknown_credentials',
  'wrong_kinds',
  'failed',
  'not_possible',
];

type Case = {
  readonly account: Account;
  readonly report: ConnectionReport;
  readonly state: WebhookState | null;
};

const flags = [true, false] as const;

/** Every combination of generation, grant, service, list, reach, webhook and password. */
const cases: readonly Case[] = (['v4', 'legacy'] as const).flatMap((generation) =>
  (['connected', 'reconnect', 'disconnected'] as const).flatMap((grant) =>
    flags.flatMap((online) =>
      ([true, false, null] as const).flatMap((lists) =>
        flags.flatMap((reachable) =>
          (generation === 'v4' ? [...states, null] : [null]).flatMap((state) =>
            (generation === 'legacy' ? flags : [false]).map((lacksPassword) => {
              const like = reportLike('a1', state === null ? [] : [hook(state)], reachable);
              return {
                account: accountLike('a1', generation, grant),
                state,
                report: {
                  ...like,
                  online,
                  polling: { ...like.polling, listsLeads: generation === 'legacy' ? false : lists },
                  receiver: { ...like.receiver, lacksPassword, lastDeliveryAt: noon },
                },
              };
            }),
          ),
        ),
      ),
    ),
  ),
);

const worksAtOnce = ({ account, report, state }: Case): boolean =>
  account.grant.state === 'connected' &&
  report.online &&
  report.receiver.reachable &&
  (account.interface === 'v4' ? state === 'active' : !report.receiver.lacksPassword);

describe('the judgement of an account', () => {
  it('covers every combination', () => expect(cases.length).toBeGreaterThan(300));

  it('calls new leads good only where each arrives at once by the last facts', () => {
    for (const each of cases) {
      const isGood = flowTones[leadFlowOf(each.account, each.report)] === 'good';
      expect([each, isGood]).toEqual([each, worksAtOnce(each)]);
    }
  });

  it('calls a webhook good only where new leads are', () => {
    for (const { account, report, state } of cases) {
      if (state === null) continue;
      const isGood = webhookTone(webhookWord(account, report, state)) === 'good';
      expect(isGood).toBe(flowTones[leadFlowOf(account, report)] === 'good');
    }
  });

  it('calls the regular check good only while the service answers, accepts us, and lists leads', () => {
    for (const { account, report } of cases) {
      const isGood = checkTones[checkStateOf(account, report)] === 'good';
      expect(isGood).toBe(
        account.grant.state === 'connected' &&
          report.online &&
          account.interface === 'v4' &&
          report.polling.listsLeads !== false,
      );
    }
  });

  it('is the same in the sidebar, on the card and in its rows: none is better than the worst row', () => {
    for (const { account, report } of cases) {
      const status = accountStatusOf(account, report);
      const { health } = conditionOf({ accounts: [account], reports: [report], networked: true });
      expect(health).toBe(status === 'ended' ? 'none' : status);
      if (status === 'working')
        expect(['good', 'mild', 'idle']).toContain(flowTones[leadFlowOf(account, report)]);
      if (flowTones[leadFlowOf(account, report)] === 'bad')
        expect(['ended', 'attention']).toContain(status);
    }
  });

  it.each([
    ['signedOut', 'v4', 'reconnect', {}, 'active'],
    ['away', 'v4', 'connected', { online: false }, 'disabled'],
    ['lost', 'v4', 'connected', { lists: false }, 'disabled'],
    ['lost', 'v4', 'connected', { lists: false, reachable: false }, 'active'],
    ['broken', 'v4', 'connected', {}, 'disabled'],
    ['checked', 'v4', 'connected', { reachable: false }, 'active'],
    ['instant', 'v4', 'connected', { lists: false }, 'active'],
    ['unknown', 'v4', 'connected', {}, null],
    ['noPassword', 'legacy', 'connected', { lacksPassword: true }, null],
    ['lost', 'legacy', 'connected', { lacksPassword: true, reachable: false }, null],
    ['instant', 'legacy', 'connected', {}, null],
  ] as const)('is %s: %s, %s, %o, webhook %s', (flow, generation, grant, facts, state) => {
    const wanted = { online: true, lists: true, reachable: true, lacksPassword: false, ...facts };
    const found = cases.find(
      (each) =>
        each.account.interface === generation &&
        each.account.grant.state === grant &&
        each.state === state &&
        each.report.online === wanted.online &&
        (generation === 'legacy' || each.report.polling.listsLeads === wanted.lists) &&
        each.report.receiver.reachable === wanted.reachable &&
        each.report.receiver.lacksPassword === wanted.lacksPassword,
    );
    expect(found && leadFlowOf(found.account, found.report)).toBe(flow);
  });

  it('waits for a first call before it calls an old account good', () => {
    const account = accountLike('a1', 'legacy', 'connected');
    const like = reportLike('a1', []);
    const polling = { ...like.polling, listsLeads: false };
    expect(leadFlowOf(account, { ...like, polling })).toBe('unproven');
  });
});
