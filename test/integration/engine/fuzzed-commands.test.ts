/**
 * Fuzzes every command of the engine on a real store: each call gets an answer other than `internal`, and the
 * store stays consistent (security rule 6).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commands, parseCall, type CommandName } from '../../../contract/commands.ts';
import type { Answer } from '../../../contract/errors.ts';
import { systemClock } from '../../../main/clock/clock.ts';
import { derivedFromLeads } from '../../../main/engine/leads/derived.ts';
import { openStore } from '../../../main/engine/platform/store/open.ts';
import type { Store } from '../../../main/engine/platform/store/store.ts';
import { openLog } from '../../../main/log/log.ts';
import { fuzz, computeTimeout } from '../../fuzz.ts';
import { startEngine, temporaryFolder, type EngineHere } from './support/engine.ts';
import { createInputs, type Known } from '../../inputs.ts';
import { accountID, openMarketplace } from './support/marketplace.ts';

const engineCommands = (Object.keys(commands) as CommandName[]).filter(
  (name) => commands[name].answeredBy === 'engine',
);

/** Ids and cursors that the engine has returned. */
const knownTo = async (engine: EngineHere): Promise<Known> => {
  const leads = await engine.leads();
  const threads = await Promise.all(leads.slice(0, 10).map(engine.thread));
  const { reports } = await engine.ask('connection.report', {});
  const { owners } = await engine.ask('webhooks.list', { accountID });
  const { deliveries } = await engine.ask('deliveries.list', {
    accountID,
    filter: 'all',
    limit: 50,
  });
  const page = await engine.ask('leads.list', { view: 'all', limit: 3 });
  const messages = threads.flat();
  return {
    leadID: leads.map((each) => each.leadID),
    messageID: messages.map((each) => each.messageID),
    replyID: messages.map((each) => each.messageID),
    accountID: [accountID],
    businessID: reports.flatMap((each) => each.webhooks.map((hook) => hook.businessID)),
    webhookID: owners.flatMap((each) => each.webhooks.map((hook) => hook.webhookID)),
    deliveryID: deliveries.map((each) => each.deliveryID),
    cursor: page.next === null ? [] : [page.next],
    before: page.next === null ? [] : [page.next],
    tag: ['urgent'],
    eventType: ['MessageCreated'],
    url: ['http://127.0.0.1:1/hook'],
    phoneNumber: ['+15125550142', '+15125550143'],
    query: ['tap', 'is:unread', 'has:photo kitchen', 'tag:urgent', 'before:2027-01-01'],
    zipCode: ['78701'],
    timeZone: ['America/Chicago'],
    file: [`${'0'.repeat(16)}-${'0'.repeat(32)}-${'0'.repeat(32)}.jpg`],
  };
};

/** Keeps the tunnel off, so that no request leaves this computer. */
const atHome = (command: CommandName, input: unknown): unknown =>
  command === 'tunnel.setUp' && typeof input === 'object' && input !== null && 'setup' in input
    ? { ...input, setup: { ...(input.setup as object), kind: 'off' } }
    : input;

const answered = async (asked: Promise<Answer<unknown>>): Promise<Answer<unknown>> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), 40_000);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
};

const rowsOf = (store: Store, table: string): unknown[] =>
  store.db
    .prepare(`SELECT * FROM "${table}"`)
    .all()
    .map((row) => JSON.stringify(row))
    .toSorted();

it(
  'gets an answer, and leaves the store consistent with correct counts',
  { timeout: computeTimeout(120) },
  async () => {
    const marketplace = await openMarketplace({ businesses: 2, leads: 12, listNegotiations: true });
    const folder = temporaryFolder();
    const engine = await startEngine(marketplace, folder);
    await engine.until('the leads are here', async () => (await engine.leads()).length === 12);
    const known = await knownTo(engine);
    const ask = async (command: CommandName, input: unknown): Promise<void> => {
      const asked = engine.call(command as 'leads.list', atHome(command, input) as never);
      const answer = await answered(asked);
      const code = answer.ok ? 'ok' : answer.error.code;
      expect(['internal', 'unknown_command', 'engine_unavailable']).not.toContain(code);
      if (!answer.ok) expect(JSON.stringify(answer.error)).not.toMatch(/\n\s*at |\/tmp\/|SQLITE/);
    };
    // Random calls may all be invalid: each command gets at least one valid input.
    for (const command of engineCommands) {
      const inputs = createInputs(command, known);
      const isValid = (input: unknown): boolean => parseCall(command, atHome(command, input)).ok;
      let taken: unknown;
      for (let numRuns = 4; taken === undefined && numRuns < 2_000; numRuns *= 4)
        taken = fc.sample(inputs, { numRuns, seed: 1 }).find(isValid);
      expect(taken, command).toBeDefined();
      await ask(command, taken);
    }
    const call = fc
      .constantFrom(...engineCommands)
      .chain((command) => createInputs(command, known).map((input) => ({ command, input })));
    await fc.assert(
      fc.asyncProperty(call, ({ command, input }) => ask(command, input)),
      { ...fuzz(1_200), endOnFailure: true },
    );
    await engine.stop();

    const errors = readdirSync(join(folder, 'logs')).flatMap((file) =>
      readFileSync(join(folder, 'logs', file), 'utf8')
        .split('\n')
        .filter((line) => line.includes('"level":50')),
    );
    expect(errors).toEqual([]);
    const opened = openStore({
      file: join(folder, 'leads.db'),
      clock: systemClock,
      log: await openLog(folder, 'engine'),
      derived: derivedFromLeads,
    });
    if (!opened.ok) throw new Error(opened.error.message);
    const store = opened.value;
    expect(store.db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(store.db.pragma('foreign_key_check')).toEqual([]);
    const counted = ['inbox', 'counts', 'read_counts'].map((table) => rowsOf(store, table));
    derivedFromLeads.rebuild(store);
    expect(['inbox', 'counts', 'read_counts'].map((table) => rowsOf(store, table))).toEqual(
      counted,
    );
    store.close();
  },
);
