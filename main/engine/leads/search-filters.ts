/**
 * SQL of search operators: a condition on rows and, if an index allows it, a query for the leads.
 */
import { compareNames } from '../../../contract/compare-names.ts';
import {
  parseDay,
  parseHasValue,
  parseIsValue,
  normalizeValue,
  toIsValue,
  searchedFlags,
  searchedViews,
  statusValues,
  type HasValue,
  type IsValue,
  type Operator,
} from '../../../contract/search-query.ts';
import { genericTypes, photoEndings, photoSubtypes } from '../../../contract/photos.ts';
import { toDigits } from '../../../contract/search-words.ts';
import type { ViewName } from '../../../contract/views.ts';
import { tokenize } from '../../../contract/words.ts';
import type { Store } from '../platform/store/store.ts';
import { isReply, findOwnPerson } from './inbox-facts.ts';
import { listCategories } from './categories.ts';
import { sentByRules } from './lead-rows.ts';
import { listTags } from './tags.ts';
import { selectStored } from '../platform/store/stored.ts';
import { countConditions, views } from './views.ts';

type Value = string | number;

/** On the rows `i` of `inbox` and `l` of `leads`. */
export type Condition = { readonly sql: string; readonly values: readonly Value[] };

export type Filter = {
  readonly condition: Condition;
  /** Selects matching leads by an index; its last parameter is the limit. */
  readonly leads: Condition | null;
};

const buildFilter = (
  sql: string,
  values: readonly Value[] = [],
  leads: string | null = null,
): Filter => ({
  condition: { sql, values },
  leads: leads === null ? null : { sql: leads, values },
});

/** Leads with any row of a table that meets a condition; `hint` names the index that finds them. */
const buildTableFilter = (table: string, condition = 'TRUE', hint = ''): Filter =>
  buildFilter(
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
    const words = tokenize(name).map(({ word }) => word);
    const wanted = tokenize(value).map(({ word }) => word);
    return wanted.length === 0
      ? name.trim() === value.trim()
      : wanted.every((each) => words.some((word) => word.startsWith(each)));
  };

const files =
  'EXISTS (SELECT 1 FROM messages m WHERE m.lead = i.lead AND m.attachments IS NOT NULL';
const isAny = (text: string, comparison: 'LIKE' | 'GLOB', patterns: readonly string[]): string =>
  `(${patterns.map((pattern) => `${text} ${comparison} '${pattern}'`).join(' OR ')})`;
/** Excludes most files fast. */
const mayBePhoto = isAny('m.attachments', 'LIKE', [
  '%"image/%',
  ...photoEndings.map((ending) => `%.${ending}%`),
]);
/** As `isPhoto` of contract/photos.ts decides. `LIMIT`: SQLite would compute the columns for each comparison. */
const hasPhoto = `CASE WHEN json_valid(m.attachments) THEN EXISTS (
  SELECT 1 FROM (
    SELECT lower(f.value ->> 'mimeType') AS type, f.value ->> 'fileName' AS name, f.value ->> 'url' AS url
    FROM json_each(m.attachments) f WHERE f.type = 'object' LIMIT -1)
  WHERE url IS NOT NULL AND CASE WHEN type IN (${genericTypes.map((type) => `'${type}'`).join(', ')})
    THEN ${isAny(
      "lower(ifnull(nullif(name, ''), url)) || '?'",
      'GLOB',
      photoEndings.map((ending) => `*.${ending}[?#]*`),
    )}
    ELSE ${isAny(
      "type || ';'",
      'GLOB',
      photoSubtypes.map((subtype) => `image/${subtype}[^a-z0-9_]*`),
    )} END) END`;
const ofRequest = "ifnull(json_array_length(l.record, '$.request.attachments'), 0) > 0";
const ofLegacy = "ifnull(json_array_length(l.record, '$.attachments'), 0) > 0";

const has: Readonly<Record<HasValue, Filter>> = {
  photo: buildFilter(`(l.photos > 0 OR ${files} AND ${mayBePhoto} AND ${hasPhoto}))`),
  file: buildFilter(
    `(l.photos > 0 OR (json_valid(l.record) AND (${ofRequest} OR ${ofLegacy})) OR ${files}))`,
  ),
  phone: buildFilter('EXISTS (SELECT 1 FROM lead_phones p WHERE p.lead = i.lead)'),
  price: buildFilter('l.price_text IS NOT NULL'),
  draft: buildTableFilter('drafts'),
  note: buildTableFilter('notes', "kind <> 'call'"),
  call: buildTableFilter('notes', "kind = 'call'"),
  tag: buildTableFilter('marks', "mark = 'tags'", 'INDEXED BY marks_tagged'),
};

const canceled = "lower(l.status) IN ('canceled', 'cancelled')";
const buildJobCondition = (status: string): string =>
  `ifnull(${selectStored('i.jobStatus', '$.status')}, 'pending') = '${status}'`;

/** Leads to which a person has written. */
export const written = buildFilter(
  `EXISTS (SELECT 1 FROM messages m WHERE m.lead = i.lead AND m.side = 'business'
    AND m.automatic = 0)`,
);

const buildViewFilter = (name: ViewName): Filter => {
  const holds = views[name].buildCondition('i.');
  const leads = `SELECT lead FROM inbox i WHERE ${holds} LIMIT ?`;
  return buildFilter(holds, [], views[name].isSmall === true ? leads : null);
};

const is = {
  ...Object.fromEntries(searchedViews.map((name) => [toIsValue(name), buildViewFilter(name)])),
  ...Object.fromEntries(
    searchedFlags.map((name) => [toIsValue(name), buildFilter(`i.${name} = 1`)]),
  ),
  read: buildFilter('i.unread = 0'),
  new: buildFilter(countConditions.new('i.')),
  answered: buildFilter(`EXISTS (SELECT 1 FROM messages m WHERE m.lead = i.lead AND ${isReply})`),
  open: buildFilter(
    `i.archived = 0 AND l.availability = 'here' AND NOT ${canceled}
     AND NOT (${buildJobCondition('done')} OR ${buildJobCondition('not_hired')})`,
  ),
  automatic: buildFilter(
    `EXISTS (SELECT 1 FROM ${sentByRules} AND r.lead = i.lead)`,
    [],
    `SELECT r.lead FROM ${sentByRules} LIMIT ?`,
  ),
  test: buildFilter(
    `EXISTS (SELECT 1 FROM accounts a WHERE a.account_id = i.account_id
       AND ${selectStored('a.profile', '$.environment')} = 'staging')`,
  ),
} as Readonly<Record<IsValue, Filter>>;

const nothing = buildFilter('FALSE');

const createStatusFilter = (value: string): Filter => {
  const status = normalizeValue(value);
  const job = statusValues.find((each) => each === status);
  if (job !== undefined) return buildFilter(buildJobCondition(job.replaceAll('-', '_')));
  // A word of the marketplace, possibly one that no lead here has.
  const words = [' ', '_', '-'].reduce((sql, part) => `replace(${sql}, '${part}', '')`, 'l.status');
  return buildFilter(`lower(${words}) = ?`, [status.replaceAll('-', '')]);
};

/** An index of all digits finds the beginning of a number, one of the last four digits its end. */
export const createPhoneFilter = (value: string): Filter => {
  const digits = toDigits(value);
  if (digits === '') return nothing;
  const begins = [digits, `${digits}:`];
  const sql = '(p.digits >= ? AND p.digits < ?)';
  if (digits.length < 4)
    return buildFilter(
      `EXISTS (SELECT 1 FROM lead_phones p WHERE p.lead = i.lead AND ${sql})`,
      begins,
      `SELECT p.lead FROM lead_phones p WHERE ${sql} LIMIT ?`,
    );
  const ends = `(substr(p.digits, -4) = ? AND substr(p.digits, ?) = ?)`;
  const values = [...begins, digits.slice(-4), -digits.length, digits];
  return buildFilter(
    `EXISTS (SELECT 1 FROM lead_phones p WHERE p.lead = i.lead AND (${sql} OR ${ends}))`,
    values,
    `SELECT p.lead FROM lead_phones p WHERE ${sql}
     UNION ALL SELECT p.lead FROM lead_phones p WHERE ${ends} LIMIT ?`,
  );
};

const createBusinessFilter = (store: Store, value: string): Filter => {
  const businesses = store
    .prepare<[], { account_id: string; business_id: string; name: string }>(
      'SELECT account_id, business_id, name FROM businesses',
    )
    .all()
    .filter(({ name }) => matchesName(value)(name))
    .map(({ account_id, business_id }) => `${account_id}\n${business_id}`);
  return buildFilter(
    `i.account_id || char(10) || i.business_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(businesses)],
  );
};

/** Most categories, tags or rules that are compared with a value. */
const maxNames = 10_000;

const createCategoryFilter = (store: Store, value: string): Filter =>
  buildFilter(
    'l.category IN (SELECT value FROM json_each(?))',
    [JSON.stringify(listCategories(store, maxNames).filter(matchesName(value)))],
    'SELECT lead FROM leads l WHERE l.category IN (SELECT value FROM json_each(?)) LIMIT ?',
  );

const createTagFilter = (store: Store, value: string): Filter =>
  buildFilter(
    `EXISTS (SELECT 1 FROM marks k WHERE k.lead = i.lead AND k.mark = 'tags'
       AND k.item IN (SELECT value FROM json_each(?)))`,
    [JSON.stringify(listTags(store, maxNames).filter(matchesName(value)))],
    `SELECT k.lead FROM marks k WHERE k.mark = 'tags'
       AND k.item IN (SELECT value FROM json_each(?)) LIMIT ?`,
  );

type NamedRule = { readonly ruleID: string; readonly name: string };

/** Rules of automatic replies, in the professional's order. */
export const listNamedRules = (store: Store): readonly NamedRule[] =>
  store
    .prepare<[], NamedRule>(
      'SELECT rule_id AS ruleID, name FROM automatic_rules ORDER BY position, rule_id',
    )
    .all();

/** The names that rules had when they decided about a reply, which it still shows. */
const listNamesInReplies = (store: Store): readonly NamedRule[] => {
  const next = store.prepare<[string, string], NamedRule>(
    `SELECT rule_id AS ruleID, rule_name AS name FROM automatic_replies
     WHERE (rule_id, rule_name) > (?, ?) ORDER BY rule_id, rule_name LIMIT 1`,
  );
  const rules: NamedRule[] = [];
  for (
    let rule = next.get('', '');
    rule !== undefined && rules.length < maxNames;
    rule = next.get(rule.ruleID, rule.name)
  )
    rules.push(rule);
  return rules;
};

const createRuleFilter = (store: Store, value: string): Filter => {
  const isMeant = ({ name }: NamedRule): boolean => matchesName(value)(name);
  const present = new Set(
    listNamedRules(store)
      .filter(isMeant)
      .map(({ ruleID }) => ruleID),
  );
  const meant = listNamesInReplies(store)
    .filter((rule) => present.has(rule.ruleID) || isMeant(rule))
    .map(({ ruleID, name }) => [ruleID, name]);
  const sent = `${sentByRules} AND (r.rule_id, r.rule_name) IN (
    SELECT value ->> 0, value ->> 1 FROM json_each(?))`;
  return buildFilter(
    `EXISTS (SELECT 1 FROM ${sent} AND r.lead = i.lead)`,
    [JSON.stringify(meant)],
    `SELECT r.lead FROM ${sent} LIMIT ?`,
  );
};

/** People of the team. */
export const listPersons = (
  store: Store,
): readonly { readonly person: string; readonly name: string }[] =>
  store
    .prepare<[], { person: string; name: string }>('SELECT person, name FROM team_people')
    .all()
    .toSorted((one, other) => compareNames(one.name, other.name));

/** Ids of the people that a value names, or of the person here for `me`; as a JSON array. */
const findPersons = (store: Store, value: string): string => {
  const named = listPersons(store).filter(({ name }) => matchesName(value)(name));
  const own = isProfessional(value) ? findOwnPerson(store) : null;
  return JSON.stringify([...named.map(({ person }) => person), ...(own === null ? [] : [own])]);
};

const createAssigneeFilter = (store: Store, value: string): Filter => {
  if (normalizeValue(value) === 'nobody') return buildFilter('i.assignee IS NULL');
  const sql = (column: string): string => `${column} IN (SELECT value FROM json_each(?))`;
  return buildFilter(
    sql('i.assignee'),
    [findPersons(store, value)],
    `SELECT lead FROM marks k WHERE k.mark = 'assignee' AND ${sql('k.value')} LIMIT ?`,
  );
};

/** Leads with a message or a note by a person. */
const createByFilter = (store: Store, value: string): Filter => {
  const persons = findPersons(store, value);
  const of = (table: string): string =>
    `EXISTS (SELECT 1 FROM ${table} w WHERE w.lead = i.lead
       AND w.person IN (SELECT value FROM json_each(?)))`;
  return buildFilter(`(${of('messages')} OR ${of('notes')})`, [persons, persons]);
};

/** True if a value means the person here. */
export const isProfessional = (value: string): boolean =>
  ['me', 'you'].includes(normalizeValue(value));

/** Filter of an operator. Customers' names are compared in search-plan.ts. */
export const createFilter = (
  store: Store,
  operator: Exclude<Operator, 'from'>,
  value: string,
  now: number,
): Filter => {
  const day = parseDay(value, now) ?? 0;
  switch (operator) {
    case 'has':
      return has[parseHasValue(value) ?? 'note'];
    case 'is':
      return is[parseIsValue(value) ?? 'open'];
    case 'before':
      return buildFilter(
        'l.created_at < ?',
        [day],
        `SELECT lead FROM (SELECT lead, created_at FROM leads WHERE complete = 1
           UNION ALL SELECT lead, created_at FROM leads WHERE complete = 0)
         WHERE created_at < ? LIMIT ?`,
      );
    case 'after':
      return buildFilter('i.activity_at >= ?', [day]);
    case 'tag':
      return createTagFilter(store, value);
    case 'status':
      return createStatusFilter(value);
    case 'phone':
      return createPhoneFilter(value);
    case 'business':
      return createBusinessFilter(store, value);
    case 'category':
      return createCategoryFilter(store, value);
    case 'rule':
      return createRuleFilter(store, value);
    case 'assignee':
      return createAssigneeFilter(store, value);
    case 'by':
      return createByFilter(store, value);
  }
};
