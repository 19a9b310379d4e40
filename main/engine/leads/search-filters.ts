/**
 * SQL of search operators: a condition on rows and, if an index allows it, a query for the leads.
 */
import {
  dayOf,
  hasValueOf,
  isValueOf,
  plainValue,
  nameValueOf,
  searchedFlags,
  searchedViews,
  statusValues,
  type HasValue,
  type IsValue,
  type Operator,
} from '../../../contract/search-query.ts';
import { photoEndings } from '../../../contract/photos.ts';
import { digitsOf } from '../../../contract/search-words.ts';
import type { ViewName } from '../../../contract/views.ts';
import { tokensOf } from '../../../contract/words.ts';
import type { Store } from '../platform/store/store.ts';
import { isReply, ownPerson } from './inbox-facts.ts';
import { categoriesOf } from './categories.ts';
import { sentByRules } from './lead-rows.ts';
import { knownTags } from './tags.ts';
import { storedAt } from '../platform/store/stored.ts';
import { countConditions, views } from './views.ts';

type Value = string | number;

/** On the rows `i` of `inbox` and `l` of `leads`. */
export type Condition = { readonly sql: string; readonly values: readonly Value[] };

export type Filter = {
  readonly condition: Condition;
  /** Selects matching leads by an index; its last parameter is the limit. */
  readonly leads: Condition | null;
};

const filter = (
  sql: string,
  values: readonly Value[] = [],
  leads: string | null = null,
): Filter => ({
  condition: { sql, values },
  leads: leads === null ? null : { sql: leads, values },
});

/** Leads with any row of a table that meets a condition; `hint` names the index that finds them. */
const anyOf = (table: string, condition = 'TRUE', hint = ''): Filter =>
  filter(
    `EXISTS (SELECT 1 FROM ${table} t WHERE t.lead = i.lead AND ${condition})`,
    [],
    `SELECT DISTINCT lead FROM ${table} ${hint} WHERE ${condition} LIMIT ?`,
  );

/**
 * `business:ace` matches Ace Plumbing: every word of a value is a prefix of a word of the name. A value without words,
 * such as an emoji, is the whole name.
 */
export const matchesName =
  (value: string) =>
  (name: string): boolean => {
    const words = tokensOf(name).map(({ word }) => word);
    const wanted = tokensOf(value).map(({ word }) => word);
    return wanted.length === 0
      ? name.trim() === value.trim()
      : wanted.every((each) => words.some((word) => word.startsWith(each)));
  };

const files =
  'EXISTS (SELECT 1 FROM messages m WHERE m.lead = i.lead AND m.attachments IS NOT NULL';
/** By type, or by the end of a name or address. */
const isPhoto = ['"image/', ...photoEndings.map((end) => `.${end}"`)]
  .map((part) => `m.attachments LIKE '%${part}%'`)
  .join(' OR ');
const ofRequest = "ifnull(json_array_length(l.record, '$.request.attachments'), 0) > 0";
const ofLegacy = "ifnull(json_array_length(l.record, '$.attachments'), 0) > 0";

const has: Readonly<Record<HasValue, Filter>> = {
  photo: filter(`(l.photos > 0 OR ${files} AND (${isPhoto})))`),
  file: filter(
    `(l.photos > 0 OR (json_valid(l.record) AND (${ofRequest} OR ${ofLegacy})) OR ${files}))`,
  ),
  phone: filter('EXISTS (SELECT 1 FROM lead_phones p WHERE p.lead = i.lead)'),
  price: filter('l.price_text IS NOT NULL'),
  draft: anyOf('drafts'),
  note: anyOf('notes', "kind <> 'call'"),
  call: anyOf('notes', "kind = 'call'"),
  tag: anyOf('marks', "mark = 'tags'", 'INDEXED BY marks_tagged'),
};

const canceled = "lower(l.status) IN ('canceled', 'cancelled')";
const jobIs = (status: string): string =>
  `ifnull(${storedAt('i.jobStatus', '$.status')}, 'pending') = '${status}'`;

/** Leads to which a person has written. */
export const written = filter(
  `EXISTS (SELECT 1 FROM messages m WHERE m.lead = i.lead AND m.side = 'business'
    AND m.automatic = 0)`,
);

const inView = (name: ViewName): Filter => {
  const holds = views[name].holds('i.');
  const leads = `SELECT lead FROM inbox i WHERE ${holds} LIMIT ?`;
  return filter(holds, [], views[name].isSmall === true ? leads : null);
};

const is = {
  ...Object.fromEntries(searchedViews.map((name) => [nameValueOf(name), inView(name)])),
  ...Object.fromEntries(searchedFlags.map((name) => [nameValueOf(name), filter(`i.${name} = 1`)])),
  read: filter('i.unread = 0'),
  new: filter(countConditions.new('i.')),
  answered: filter(`EXISTS (SELECT 1 FROM messages m WHERE m.lead = i.lead AND ${isReply})`),
  open: filter(
    `i.archived = 0 AND l.availability = 'here' AND NOT ${canceled}
     AND NOT (${jobIs('done')} OR ${jobIs('not_hired')})`,
  ),
  automatic: filter(
    `EXISTS (SELECT 1 FROM ${sentByRules} AND r.lead = i.lead)`,
    [],
    `SELECT r.lead FROM ${sentByRules} LIMIT ?`,
  ),
  test: filter(
    `EXISTS (SELECT 1 FROM accounts a WHERE a.account_id = i.account_id
       AND ${storedAt('a.profile', '$.environment')} = 'staging')`,
  ),
} as Readonly<Record<IsValue, Filter>>;

const nothing = filter('FALSE');

const statusFilter = (value: string): Filter => {
  const status = plainValue(value);
  const job = statusValues.find((each) => each === status);
  if (job !== undefined) return filter(jobIs(job.replaceAll('-', '_')));
  // A word of the marketplace, possibly one that no lead here has.
  const words = [' ', '_', '-'].reduce((sql, part) => `replace(${sql}, '${part}', '')`, 'l.status');
  return filter(`lower(${words}) = ?`, [status.replaceAll('-', '')]);
};

/** An index of all digits finds the beginning of a number, one of the last four digits its end. */
export const phoneFilter = (value: string): Filter => {
  const digits = digitsOf(value);
  if (digits === '') return nothing;
  const begins = [digits, `${digits}:`];
  const sql = '(p.digits >= ? AND p.digits < ?)';
  if (digits.length < 4)
    return filter(
      `EXISTS (SELECT 1 FROM lead_phones p WHERE p.lead = i.lead AND ${sql})`,
      begins,
      `SELECT p.lead FROM lead_phones p WHERE ${sql} LIMIT ?`,
    );
  const ends = `(substr(p.digits, -4) = ? AND substr(p.digits, ?) = ?)`;
  const values = [...begins, digits.slice(-4), -digits.length, digits];
  return filter(
    `EXISTS (SELECT 1 FROM lead_phones p WHERE p.lead = i.lead AND (${sql} OR ${ends}))`,
    values,
    `SELECT p.lead FROM lead_phones p WHERE ${sql}
     UNION ALL SELECT p.lead FROM lead_phones p WHERE ${ends} LIMIT ?`,
  );
};

const businessFilter = (store: Store, value: string): Filter => {
  const businesses = store
    .prepare<[], { account_id: string; business_id: string; name: string }>(
      'search.businesses',
      'SELECT account_id, business_id, name FROM businesses',
    )
    .all()
    .filter(({ name }) => matchesName(value)(name))
    .map(({ account_id, business_id }) => `${account_id}\n${business_id}`);
  return filter(`i.account_id || char(10) || i.business_id IN (SELECT value FROM json_each(?))`, [
    JSON.stringify(businesses),
  ]);
};

/** Most categories, or tags, that are compared with a value. */
const maxNames = 10_000;

const categoryFilter = (store: Store, value: string): Filter =>
  filter(
    'l.category IN (SELECT value FROM json_each(?))',
    [JSON.stringify(categoriesOf(store, maxNames).filter(matchesName(value)))],
    'SELECT lead FROM leads l WHERE l.category IN (SELECT value FROM json_each(?)) LIMIT ?',
  );

const tagFilter = (store: Store, value: string): Filter =>
  filter(
    `EXISTS (SELECT 1 FROM marks k WHERE k.lead = i.lead AND k.mark = 'tags'
       AND k.item IN (SELECT value FROM json_each(?)))`,
    [JSON.stringify(knownTags(store, maxNames).filter(matchesName(value)))],
    `SELECT k.lead FROM marks k WHERE k.mark = 'tags'
       AND k.item IN (SELECT value FROM json_each(?)) LIMIT ?`,
  );

/** Rules of automatic replies, in the professional's order. */
export const namedRules = (
  store: Store,
): readonly { readonly ruleID: string; readonly name: string }[] =>
  store
    .prepare<[], { ruleID: string; name: string }>(
      'search.rules',
      'SELECT rule_id AS ruleID, name FROM automatic_rules ORDER BY position, rule_id',
    )
    .all();

const ruleFilter = (store: Store, value: string): Filter => {
  const ruleIDs = namedRules(store)
    .filter(({ name }) => matchesName(value)(name))
    .map(({ ruleID }) => ruleID);
  const sent = `${sentByRules} AND r.rule_id IN (SELECT value FROM json_each(?))`;
  return filter(
    `EXISTS (SELECT 1 FROM ${sent} AND r.lead = i.lead)`,
    [JSON.stringify(ruleIDs)],
    `SELECT r.lead FROM ${sent} LIMIT ?`,
  );
};

/** People of the team. */
export const namedPersons = (
  store: Store,
): readonly { readonly person: string; readonly name: string }[] =>
  store
    .prepare<[], { person: string; name: string }>(
      'search.people',
      'SELECT person, name FROM team_people',
    )
    .all()
    .toSorted((one, other) => one.name.localeCompare(other.name));

/** Ids of the people that a value names, or of the person here for `me`; as a JSON array. */
const findPersons = (store: Store, value: string): string => {
  const named = namedPersons(store).filter(({ name }) => matchesName(value)(name));
  const own = isProfessional(value) ? ownPerson(store) : null;
  return JSON.stringify([...named.map(({ person }) => person), ...(own === null ? [] : [own])]);
};

const assigneeFilter = (store: Store, value: string): Filter => {
  if (plainValue(value) === 'nobody') return filter('i.assignee IS NULL');
  const sql = (column: string): string => `${column} IN (SELECT value FROM json_each(?))`;
  return filter(
    sql('i.assignee'),
    [findPersons(store, value)],
    `SELECT lead FROM marks k WHERE k.mark = 'assignee' AND ${sql('k.value')} LIMIT ?`,
  );
};

/** Leads with a message or a note by a person. */
const byFilter = (store: Store, value: string): Filter => {
  const persons = findPersons(store, value);
  const of = (table: string): string =>
    `EXISTS (SELECT 1 FROM ${table} w WHERE w.lead = i.lead
       AND w.person IN (SELECT value FROM json_each(?)))`;
  return filter(`(${of('messages')} OR ${of('notes')})`, [persons, persons]);
};

/** Whether a value means the person here. */
export const isProfessional = (value: string): boolean => ['me', 'you'].includes(plainValue(value));

/** Filter of an operator. Customers' names are compared in search-plan.ts. */
export const filterOf = (
  store: Store,
  operator: Exclude<Operator, 'from'>,
  value: string,
  now: number,
): Filter => {
  const day = dayOf(value, now) ?? 0;
  switch (operator) {
    case 'has':
      return has[hasValueOf(value) ?? 'note'];
    case 'is':
      return is[isValueOf(value) ?? 'open'];
    case 'before':
      return filter(
        'l.created_at < ?',
        [day],
        `SELECT lead FROM (SELECT lead, created_at FROM leads WHERE complete = 1
           UNION ALL SELECT lead, created_at FROM leads WHERE complete = 0)
         WHERE created_at < ? LIMIT ?`,
      );
    case 'after':
      return filter('i.activity_at >= ?', [day]);
    case 'tag':
      return tagFilter(store, value);
    case 'status':
      return statusFilter(value);
    case 'phone':
      return phoneFilter(value);
    case 'business':
      return businessFilter(store, value);
    case 'category':
      return categoryFilter(store, value);
    case 'rule':
      return ruleFilter(store, value);
    case 'assignee':
      return assigneeFilter(store, value);
    case 'by':
      return byFilter(store, value);
  }
};
