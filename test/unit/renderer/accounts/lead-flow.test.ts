/** Checks the account's status in every combination of facts. */
import { describe, expect, it } from 'vitest';
import type { Account, ConnectionReport, WebhookState } from '../../../../contract/accounts.ts';
import { deriveAccountStatus, deriveCondition } from '../../../../renderer/accounts/accounts.ts';
import {
  deriveCheckState,
  checkTones,
  flowTones,
  deriveLeadFlow,
  chooseWebhookTone,
  chooseWebhookWord,
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

describe('the status of an account', () => {
  it('covers every combination', () => expect(cases.length).toBeGreaterThan(300));

  it('shows new leads as good only when they arrive at once', () => {
    for (const each of cases) {
      const isGood = flowTones[deriveLeadFlow(each.account, each.report)] === 'good';
      expect([each, isGood]).toEqual([each, worksAtOnce(each)]);
    }
  });

  it('shows a webhook as good only when new leads are good', () => {
    for (const { account, report, state } of cases) {
      if (state === null) continue;
      const isGood = chooseWebhookTone(chooseWebhookWord(account, report, state)) === 'good';
      expect(isGood).toBe(flowTones[deriveLeadFlow(account, report)] === 'good');
    }
  });

  it('shows the regular check as good only when a signed-in v4 service lists leads', () => {
    for (const { account, report } of cases) {
      const isGood = checkTones[deriveCheckState(account, report)] === 'good';
      expect(isGood).toBe(
        account.grant.state === 'connected' &&
          report.online &&
          account.interface === 'v4' &&
          report.polling.listsLeads !== false,
      );
    }
  });

  it('matches in sidebar and card, and is never better than the worst row', () => {
    for (const { account, report } of cases) {
      const status = deriveAccountStatus(account, report);
      const { health } = deriveCondition({
        accounts: [account],
        reports: [report],
        isOnline: true,
        signInsLost: [],
      });
      expect(health).toBe(status === 'ended' ? 'none' : status);
      if (status === 'working')
        expect(['good', 'mild', 'idle']).toContain(flowTones[deriveLeadFlow(account, report)]);
      if (flowTones[deriveLeadFlow(account, report)] === 'bad')
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
    expect(found && deriveLeadFlow(found.account, found.report)).toBe(flow);
  });

  it('raises no alarm about webhooks that a staging profile does not request', () => {
    const account = accountLike('a1', 'v4', 'connected', {
      environment: 'staging',
      scopes: ['supply::negotiations.read'],
    });
    for (const hooks of [[], [hook('unused')]])
      for (const reachable of flags)
        for (const listsLeads of flags) {
          const like = reportLike('a1', hooks, reachable);
          const report = { ...like, polling: { ...like.polling, listsLeads } };
          expect(flowTones[deriveLeadFlow(account, report)]).toBe('idle');
          expect(deriveAccountStatus(account, report)).toBe('working');
          expect(chooseWebhookTone(chooseWebhookWord(account, report, 'unused'))).toBe('idle');
        }
    const wanting = { ...account, missingScopes: ['supply::webhooks.write'] };
    expect(deriveAccountStatus(wanting, reportLike('a1', [hook('failed')]))).toBe('attention');
  });

  it('confirms nothing while the marketplace refuses the sign-in', () => {
    for (const { account, report, state } of cases) {
      if (account.grant.state !== 'connected') continue;
      const lastFailure = { code: 'connect_refused', message: '' } as const;
      const refused = { ...report, lastFailure };
      expect(deriveLeadFlow(account, refused)).toBe('signInRefused');
      expect(checkTones[deriveCheckState(account, refused)]).toBe('idle');
      expect(deriveAccountStatus(account, refused)).toBe('attention');
      if (state !== null)
        expect(chooseWebhookTone(chooseWebhookWord(account, refused, state))).toBe('mild');
    }
  });

  it('warns of no check where the service lists no leads', () => {
    const like = reportLike('a1', [hook('active')]);
    const report = { ...like, polling: { ...like.polling, listsLeads: false } };
    const state = deriveCheckState(accountLike('a1', 'v4', 'connected'), report);
    expect([state, checkTones[state]]).toEqual(['partial', 'idle']);
  });

  it('is unproven for a legacy account before the first call', () => {
    const account = accountLike('a1', 'legacy', 'connected');
    const like = reportLike('a1', []);
    const polling = { ...like.polling, listsLeads: false };
    expect(deriveLeadFlow(account, { ...like, polling })).toBe('unproven');
  });
});
