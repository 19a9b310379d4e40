/** An engine without the service: local data can be read and changed, and nothing is sent or received. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commands, type CommandName } from '../../../contract/commands.ts';
import { createInputs } from '../../inputs.ts';
import { errorsIn, forkEngine, newReplyID, temporaryFolder } from './support/engine.ts';
import { openMarketplace } from './support/marketplace.ts';

it('an engine without the service reads leads and keeps drafts, sends no request, and sends the waiting reply after a normal start', async () => {
  const marketplace = await openMarketplace({ listNegotiations: true });
  const { accountID } = marketplace.account;
  const folder = temporaryFolder();
  const first = await forkEngine(marketplace, folder);
  const negotiationID = await marketplace.request('Wilma');
  await first.ask('connection.check', { accountID });
  const { leadID } = await first.until('the lead is there', async () => {
    const found = await first.leadOf('Wilma');
    return found?.isIncomplete === false ? found : null;
  });
  await first.ask('settings.change', { undoSeconds: 0 });
  await first.kill();

  const alone = await forkEngine(marketplace, folder, { isAlone: true });
  const lead = await alone.ask('leads.get', { leadID });
  expect(lead.lead.row.customerName).toContain('Wilma');
  await alone.ask('drafts.save', { leadID, replyID: newReplyID(), text: 'Dear Wilma,' });
  await alone.ask('leads.mark', { leadIDs: [leadID], starred: true });
  await alone.reply(leadID, 'On my way');
  await marketplace.request('Zoe');
  alone.send({ type: 'wake' });
  alone.send({ type: 'accounts', accounts: [marketplace.account] });
  for (const [command, input] of [
    ['connection.check', { accountID }],
    ['tunnel.retry', {}],
    ['webhooks.list', { accountID }],
  ] as const) {
    expect(await alone.call(command, input)).toMatchObject({ error: { code: 'service_off' } });
  }
  await alone.ask('connection.report', {});
  expect(alone.emitted.filter(({ type }) => type === 'token')).toEqual([]);
  expect(await alone.leadOf('Zoe')).toBeNull();
  expect(await marketplace.thread(negotiationID)).not.toContain('On my way');
  await alone.kill();

  const again = await forkEngine(marketplace, folder);
  await again.ask('connection.check', { accountID });
  await again.until('the other lead is there', () => again.leadOf('Zoe'));
  await again.until('the reply is sent', async () =>
    (await marketplace.thread(negotiationID)).includes('On my way'),
  );
  expect(await marketplace.thread(negotiationID)).toEqual(['On my way']);
  expect(errorsIn(folder)).toBe('');
}, 60_000);

it('an engine without the service answers every command and sends no request', async () => {
  const marketplace = await openMarketplace({ listNegotiations: true, leads: 2 });
  const { accountID } = marketplace.account;
  const folder = temporaryFolder();
  const first = await forkEngine(marketplace, folder);
  await first.ask('connection.check', { accountID });
  const leads = await first.until('the leads are there', async () => {
    const found = await first.leads();
    return found.length === 2 ? found : null;
  });
  await first.kill();
  // Requests that it had just sent would be counted later.
  await marketplace.cut();
  await marketplace.restore();
  const requests = async (): Promise<unknown> => {
    type Stats = { readonly requests: { readonly total: number } };
    return (await marketplace.control<Stats>('GET', '/stats')).requests.total;
  };
  const before = await requests();
  expect(before).toBeGreaterThan(0);

  const alone = await forkEngine(marketplace, folder, { isAlone: true });
  const known = { leadID: leads.map(({ leadID }) => leadID), accountID: [accountID] };
  const engineCommands = (Object.keys(commands) as CommandName[]).filter(
    (name) => commands[name].answeredBy === 'engine',
  );
  for (const command of engineCommands) {
    for (const input of fc.sample(createInputs(command, known), { numRuns: 5, seed: 12 })) {
      const answer = await alone.call(command as 'leads.list', input as never);
      const code = answer.ok ? 'ok' : answer.error.code;
      expect(['internal', 'unknown_command'], command).not.toContain(code);
    }
  }
  expect(await requests()).toBe(before);
  expect(alone.emitted.filter(({ type }) => type === 'token')).toEqual([]);
  expect(errorsIn(folder)).toBe('');
}, 60_000);
