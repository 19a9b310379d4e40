/**
 * Every page opens with any value in any cell: a newer version of the app, a repair or a restored backup may
 * leave values that this version cannot parse.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands, type CommandsOf } from '../../../contract/commands.ts';
import { viewNames } from '../../../contract/views.ts';
import { uses } from '../../../renderer/platform/commands.ts';
import { fill } from '../../bench/seed.ts';
import { firstReply } from './automatic/bench.ts';
import { tablesOf } from './support/filled.ts';
import { startEngine, type Ask } from './support/engine.ts';
import { noon, testClock } from './support/store.ts';

type EngineCommand = CommandsOf<'engine'>;

/** Values of damaged cells and of a newer app version. */
const rubbish: readonly string[] = [
  'not json',
  JSON.stringify({ code: 'newer', message: 7, status: 'newer' }),
  '[1, {"url": 7}, null]',
  '"newer"',
  'null',
];

/** Tables whose text only SQLite reads. */
const withoutMeaning = /^(?:search_|lead_words|sqlite_|counts$|read_counts$)/;

type Column = { readonly table: string; readonly column: string };

/** Every text column of the schema that is not a key. */
const textColumns = (db: Database.Database): readonly Column[] =>
  tablesOf(db)
    .filter((table) => !withoutMeaning.test(table))
    .flatMap((table) =>
      db
        .prepare<[string, string, string], { name: string }>(
          `SELECT name FROM pragma_table_info(?) WHERE type IN ('TEXT', 'ANY') AND pk = 0
             AND name NOT IN (SELECT "from" FROM pragma_foreign_key_list(?))
             AND name NOT IN (SELECT i.name FROM pragma_index_list(?) l, pragma_index_info(l.name) i
               WHERE l."unique" = 1)
             AND name NOT IN ('account_id', 'from_account')`,
        )
        .all(table, table, table)
        .map(({ name }) => ({ table, column: name })),
    );

const failure = JSON.stringify({ code: 'forbidden', message: 'No.' });

const channel = '0b0a3f64-6d3f-4f0e-9b5a-3d1f5c1c9d03';

/** Adds rows that a filled store lacks, so that each column has a value. */
const addTheRest = (db: Database.Database): void => {
  db.exec(`
    UPDATE accounts SET last_failure = '${failure}', backfill_at = '{"walked":[],"at":null}';
    UPDATE webhooks SET state = 'failed', reason = '${failure}';
    UPDATE messages SET attachments = '[]' WHERE message % 2 = 0;
    INSERT INTO outbox (message, lead, account_id, state, undo_ms, next_at, waits_for, reason)
      SELECT max(m.message), m.lead, m.account_id, iif(m.lead % 2, 'failed', 'queued'), 0, ${noon * 2},
        'service', iif(m.lead % 2, '${failure}', NULL)
      FROM messages m GROUP BY m.lead HAVING m.lead <= 12;
    UPDATE messages SET written_here = 1, side = 'business' WHERE message IN (SELECT message FROM outbox);
    UPDATE inbox SET outgoing = 1 WHERE lead IN (SELECT lead FROM outbox);
    INSERT OR REPLACE INTO marks (lead, mark, item, value)
      SELECT lead, 'jobStatus', '', '{"status":"hired","reason":null,"words":""}' FROM leads
      UNION ALL SELECT lead, 'snoozedUntil', '', ${noon * 2} FROM leads WHERE lead % 4 = 0
      UNION ALL SELECT lead, 'starred', '', 1 FROM leads WHERE lead % 3 = 0
      UNION ALL SELECT lead, 'tags', 'VIP', 1 FROM leads;
    INSERT OR REPLACE INTO job_status_reports (lead, version, state, reported, reason)
      SELECT lead, 1, 'refused', '{"status":"hired"}', '${failure}' FROM leads;
    INSERT INTO moves (from_account, profile_id, to_account, reason, started_at)
      VALUES ('account-one', 'p', 'account-two', '${failure}', 1);
    INSERT INTO moved_leads SELECT 1000 + lead, lead, 'account-one', 'moved-' || lead, record, 1
      FROM leads WHERE lead <= 5;
    INSERT INTO notes (note, lead, kind, text, at)
      SELECT '0b0a3f64-6d3f-4f0e-9b5a-' || printf('%012d', lead), lead, 'call', 'Under the mat', 5 FROM leads;
    INSERT INTO drafts (lead, text, saved_at, reply_id) SELECT lead, 'Dear', 1, 'r' || lead FROM leads;
    INSERT INTO replies (reply_id, message, lead, returned_text) SELECT 's' || message, message, lead, 'x' FROM outbox;
    INSERT INTO team_cursor VALUES ('t', 'ana', 'desk', 'e', 1, 'stream', '', 0, 1);
    INSERT INTO team_facts SELECT 'fact.' || lead, lead, lead, '{}', 'stream', lead, NULL FROM leads;
    INSERT INTO team_unread SELECT lead, lead, 'fact.' || lead, x'00', 'damaged' FROM leads;
    INSERT INTO team_outbox (kind, lead, item) SELECT 'starred', lead, '' FROM leads;
    INSERT INTO team_people VALUES ('ana', 'Ana', 0);
    INSERT INTO team_mentions SELECT 'n' || lead, lead, 0 FROM leads;
    INSERT INTO team_activity SELECT lead, lead, 'ana', 'tagged', 'VIP', lead FROM leads;
    INSERT INTO team_finds SELECT lead, 'in.a.' || lead, 'answer:message', '{}', 1 FROM leads;
    INSERT INTO team_claims SELECT lead, 'ben', 'desk', 1, 1 FROM leads;
    INSERT INTO team_replies SELECT account_id, message, 'ana' FROM messages;
    INSERT INTO lead_prices SELECT account_id, negotiation_id, '$9', 'Charged' FROM leads;
    INSERT INTO repeated_descriptions SELECT lead, 'm' || lead FROM leads WHERE lead % 5 = 0;
    INSERT INTO saved_replies (saved_reply_id, name, text, category, business_id, business_name, is_pinned,
        position, text_en, text_es) VALUES
      ('a', 'Hi', 'Hello', 'Plumbing', NULL, '', 1, 0, 'Hello', 'Hola'),
      ('b', 'Hi', 'Hello', NULL, 'b1', 'Ace', 0, 1, NULL, 'Hola');
    INSERT INTO batches VALUES (1, '0b0a3f64-6d3f-4f0e-9b5a-3d1f5c1c9d02');
    INSERT INTO batch_marks SELECT 1, lead, 'jobStatus', '', '{"status":"quoted"}', NULL, 0, NULL FROM leads;
    INSERT INTO deliveries (account_id, unique_key, event_type, received_at, state, reason, body, negotiation_id)
      SELECT account_id, 'k' || lead, 'MessageCreatedV4', lead,
        iif(lead % 2, 'not_understood', 'applied'), 'odd', '{"data":{}}', negotiation_id FROM leads;
    INSERT INTO phone_numbers SELECT account_id, business_id, 'n1', '+15125550142', 'Truck', 0, 1, 1, '{}'
      FROM businesses;
    INSERT INTO phone_number_lists SELECT account_id, business_id, 1 FROM businesses;
    INSERT INTO partner_endpoints SELECT account_id, 'path-' || account_id, 'user', 'digest', 1, 1 FROM accounts;
    INSERT INTO reach_news (channel_id, kind, subject, lead, at, since, state, tried_at, reason)
      SELECT '${channel}', 'lead', lead, lead, 1, 1, iif(lead % 2, 'failed', 'waiting'), 1, '{"what":"tls"}'
      FROM leads;
    INSERT INTO settings VALUES ('reach.channels', '[{"channelID":"${channel}","on":true}]');
    UPDATE leads SET listed = '{"status":"Open"}', charge_state = 'Charged', price_text = '$9';
    UPDATE inbox SET tags = '["VIP"]', jobStatus = '{"status":"hired","reason":null,"words":""}';
  `);
  const id = (n: number): string => `0b0a3f64-6d3f-4f0e-9b5a-3d1f5c1c9e0${n}`;
  const view = db.prepare('INSERT INTO saved_views VALUES (?, ?, ?, NULL, ?, 0, ?)');
  for (const n of [0, 1, 2, 3, 4]) view.run(id(n), `View ${n}`, 'all', 'roof', n);
  const rule = db.prepare('INSERT INTO automatic_rules VALUES (?, ?, 0, 0, ?, ?)');
  for (const n of [0, 1, 2, 3, 4]) rule.run(id(n), `Rule ${n}`, n, JSON.stringify(firstReply));
  db.exec(`INSERT INTO automatic_replies (lead, rule_id, rule_name, kind, known_to, reason, at)
    SELECT lead, 'rule', 'Rule', 'newLead', 0, 'tooLate', created_at FROM leads`);
};

/** Settings that the code names. */
const settingNames = [
  ...['user', 'tunnel.setup', 'tunnel.reached', 'tunnel.fingerprint', 'search.follow'],
  ...['leads.hours', 'notices.pause', 'insights', 'receiver.port', 'sync.paused'],
];

/** Damages a column in every row, in different ways, if the schema allows it. */
const damage = (
  db: Database.Database,
  { table, column }: Column,
  offset: number,
  isJSON = false,
): void => {
  const values = (isJSON ? rubbish.slice(1) : rubbish).map(
    (text) => `'${text.replaceAll("'", "''")}'`,
  );
  const chosen = values.map((text, index) => `WHEN ${index} THEN ${text}`).join(' ');
  try {
    db.exec(`
      DROP TABLE IF EXISTS temp.n;
      CREATE TEMP TABLE n AS SELECT *, row_number() OVER () + ${offset} AS n FROM "${table}";
      UPDATE "${table}" SET "${column}" = (SELECT CASE n % ${values.length} ${chosen} END
        FROM temp.n WHERE ${keyOf(db, table)
          .map((key) => `temp.n."${key}" = "${table}"."${key}"`)
          .join(' AND ')});`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // An index on request ids rejects records that are not JSON.
    if (/malformed JSON/.test(error.message)) damage(db, { table, column }, offset, true);
    else if (!/CHECK|UNIQUE/.test(error.message)) throw error;
  } finally {
    db.exec('DROP TABLE IF EXISTS temp.n');
  }
};

const keyOf = (db: Database.Database, table: string): readonly string[] =>
  db
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0')
    .pluck()
    .all(table);

/** Opens every page and validates every answer; returns the failures. */
const openPages = async (ask: Ask): Promise<readonly string[]> => {
  const faults: string[] = [];
  const asked = new Set<EngineCommand>();
  const read = async (command: EngineCommand, input: unknown): Promise<unknown> => {
    asked.add(command);
    const answer = await ask(command, input as never);
    if (!answer.ok) {
      if (answer.error.code === 'internal') faults.push(`${command}: ${answer.error.code}`);
      return null;
    }
    const value = commands[command].output.safeParse(answer.value);
    if (!value.success)
      faults.push(`${command}: ${JSON.stringify(value.error.issues).slice(0, 300)}`);
    return answer.value;
  };

  const kept = (await read('connection.kept', {})) as { accounts: { accountID: string }[] } | null;
  if (kept?.accounts.length !== 2) faults.push('an account is missing');
  for (const command of [
    ...(['connection.report', 'hours.nextOpening', 'insights.today', 'notices.quiet'] as const),
    ...(['messages.notSent', 'reach.report', 'automaticReplies.list'] as const),
    ...([
      'phoneNumbers.owners',
      'savedReplies.list',
      'savedViews.list',
      'savedViews.counts',
    ] as const),
    ...([
      'search.values',
      'settings.get',
      'tags.list',
      'team.assigning',
      'team.attendance',
      'team.names',
      'team.today',
      'tunnel.report',
      'views.counts',
    ] as const),
    'whatsNew.backup' as const,
  ])
    await read(command, {});
  await read('automaticReplies.preview', { rule: firstReply });
  for (const period of ['year', { from: '2024-01-02', to: '2025-01-01' }])
    await read('insights.report', { period });
  for (const accountID of ['account-one', 'account-two']) {
    const owner = { accountID, businessID: accountID === 'account-one' ? 'b0' : 'b1' };
    await read('connection.contents', { accountID });
    await read('move.get', { from: accountID });
    await read('legacy.endpoints', { accountID });
    await read('phoneNumbers.list', owner);
    await read('webhooks.list', { accountID });
    await read('reviews.page', { ...owner, limit: 5 });
    const list = (await read('deliveries.list', { accountID, filter: 'all', limit: 50 })) as {
      deliveries: { deliveryID: string }[];
    } | null;
    for (const { deliveryID } of list?.deliveries.slice(0, 6) ?? [])
      await read('deliveries.get', { accountID, deliveryID });
  }
  for (const view of viewNames) await read('leads.list', { view, limit: 50 });
  for (const query of ['estimate', 'has:photo', 'is:test', 'status:hired', 'tag:vip', 'is:waiting'])
    await read('leads.list', { view: 'all', everywhere: true, query, limit: 50 });
  const leadIDs = Array.from({ length: 12 }, (_, index) => `${index + 1}`);
  await read('selection.report', { view: 'all', leadIDs });
  for (const leadID of leadIDs) {
    const page = (await read('leads.get', { leadID })) as object | null;
    if (page === null) faults.push(`lead ${leadID} is missing`);
    await read('thread.page', { leadID, limit: 50 });
    await read('photos.list', { leadID });
    await read('team.around', { leadID });
    await read('team.waiting', { leadID });
    await read('team.activity', { of: { leadID }, after: null });
    await read('leads.ofCustomer', { leadID, limit: 5 });
    await read('search.places', { leadID, query: 'estimate' });
    for (const accountID of ['account-one', 'account-two']) {
      await read('staging.preview', { accountID, leadID });
      await read('staging.thread', { accountID, leadID });
    }
  }
  for (const [name, use] of Object.entries(uses)) {
    const command = name as EngineCommand;
    if (typeof use === 'string' || commands[command].answeredBy !== 'engine') continue;
    if (!asked.has(command) && name !== 'photos.get') faults.push(`${name} was not asked`);
  }
  return [...new Set(faults)];
};

let template = '';
beforeAll(() => {
  template = mkdtempSync(join(tmpdir(), 'hearthline-rubbish-'));
  fill(template, 24, 3);
  const db = new Database(join(template, 'leads.db'));
  addTheRest(db);
  const put = db.prepare('INSERT OR REPLACE INTO settings VALUES (?, ?)');
  for (const name of settingNames) put.run(name, '{}');
  db.close();
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

/** An engine on a copy of the store with `change` applied. */
const engineOver = (change: (db: Database.Database) => void = () => undefined) => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-rubbish-'));
  const file = join(folder, 'leads.db');
  copyFileSync(join(template, 'leads.db'), file);
  const db = new Database(file);
  change(db);
  db.close();
  const clock = testClock();
  const engine = startEngine(folder, clock);
  // Its background work begins.
  clock.advance(1_000);
  return { folder, ...engine };
};

describe('a database with unreadable cells', () => {
  it('opens every page without damage', async () => {
    const { ask, stop } = engineOver();
    expect(await openPages(ask)).toEqual([]);
    await stop();
  });

  it('opens every page with any damaged column', async () => {
    const schema = new Database(join(template, 'leads.db'), { readonly: true });
    const columns = textColumns(schema);
    const rowsOf = ({ table }: Column): number =>
      schema.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() ?? 0;
    expect(columns.filter((column) => rowsOf(column) === 0)).toEqual([]);
    // The rows of a larger table have all values at once.
    const jobs = columns.flatMap((column) =>
      (rowsOf(column) < rubbish.length ? [0, 2, 4] : [0]).map((offset) => ({ column, offset })),
    );
    schema.close();
    // One column of each table at a time, because starts are slow and tables do not affect each other.
    const byTable = Object.values(Object.groupBy(jobs, ({ column }) => column.table));
    const most = Math.max(...byTable.map((some) => some?.length ?? 0));
    const rounds = Array.from({ length: most }, (_, index) =>
      byTable.flatMap((some) => some?.[index] ?? []),
    );
    const found: string[] = [];
    const work = async (): Promise<void> => {
      for (let round = rounds.pop(); round !== undefined; round = rounds.pop()) {
        const damaged = round;
        const { ask, stop, logged, folder } = engineOver((db) => {
          for (const { column, offset } of damaged) damage(db, column, offset);
        });
        const names = damaged.map(({ column: { table, column } }) => `${table}.${column}`);
        const faults = await openPages(ask);
        const errors = logged.flatMap(({ level, text }) => (level === 'error' ? text : []));
        for (const fault of [...faults, ...errors]) found.push(`${names.join()}: ${fault}`);
        await stop();
        rmSync(folder, { recursive: true, force: true });
      }
    };
    // In parallel, because an engine mostly waits for the disk.
    await Promise.all(Array.from({ length: 4 }, work));
    expect(found.toSorted()).toEqual([]);
  }, 240_000);

  it('shows an unknown failure code as a general one with its message', async () => {
    const reason = JSON.stringify({ code: 'newer', message: 'Too many photos.', status: 422 });
    const { ask, stop } = engineOver((db) => db.exec(`UPDATE outbox SET reason = '${reason}'`));
    const page = await ask('thread.page', { leadID: '1', limit: 50 });
    const sending = page.ok ? page.value.messages.flatMap((each) => each.sending ?? []) : [];
    expect(sending).toEqual([
      {
        state: 'failed',
        reason: { code: 'internal', message: 'Too many photos.', status: 422 },
      },
    ]);
    await stop();
  });

  it('marks a lead with an unreadable record as incomplete, so that it is fetched', async () => {
    const { ask, stop, folder } = engineOver((db) =>
      db.exec(`UPDATE leads SET record = '"newer"' WHERE lead = 1`),
    );
    expect(await ask('leads.get', { leadID: '1' })).toMatchObject({
      value: { lead: { row: { isIncomplete: true } } },
    });
    await stop();
    const db = new Database(join(folder, 'leads.db'), { readonly: true });
    const complete = db.prepare('SELECT lead FROM leads WHERE complete = 0').pluck().all();
    db.close();
    expect(complete).toEqual([1]);
  });

  it('keeps other settings when one is unreadable', async () => {
    const kept = JSON.stringify({ theme: 'sepia', density: 'compact' });
    const { ask, stop } = engineOver((db) =>
      db.exec(`UPDATE settings SET value = '${kept}' WHERE name = 'user'`),
    );
    expect(await ask('settings.get', {})).toMatchObject({
      value: { settings: { theme: 'system', density: 'compact' } },
    });
    await stop();
  });

  it('shows an account with an unreadable profile by its other data', async () => {
    const { ask, stop } = engineOver((db) =>
      db.exec(`UPDATE accounts SET profile = 'not json' WHERE account_id = 'account-one'`),
    );
    expect(await ask('connection.kept', {})).toMatchObject({
      value: {
        accounts: [
          { profileName: 'one.marketplace.invalid', environment: 'sandbox' },
          { profileName: 'Marketplace two' },
        ],
      },
    });
    await stop();
  });
});
