/**
 * The tables of a backup: data that the professional created or the service may not send again, without secrets and
 * data of this computer. A test requires each table to be in one of the lists.
 */

const ofRealAccounts = 'account_id IN (SELECT account_id FROM accounts WHERE practice = 0)';
const ofRealLeads = `lead IN (SELECT lead FROM leads WHERE ${ofRealAccounts})`;

/** Parents before children, each with a condition for its rows, which excludes sample leads. */
export const includedTables: Readonly<Record<string, string>> = {
  accounts: 'practice = 0',
  businesses: ofRealAccounts,
  customers: ofRealAccounts,
  leads: ofRealAccounts,
  messages: ofRealLeads,
  lead_phones: ofRealLeads,
  lead_prices: ofRealAccounts,
  repeated_descriptions: ofRealLeads,
  moved_leads: ofRealLeads,
  polls: ofRealLeads,
  notified_leads: ofRealLeads,
  marks: ofRealLeads,
  job_status_reports: ofRealLeads,
  notes: ofRealLeads,
  drafts: ofRealLeads,
  replies: ofRealLeads,
  outbox: ofRealLeads,
  saved_replies: 'true',
  saved_views: 'true',
  automatic_rules: 'true',
  automatic_replies: ofRealLeads,
  // The other rows are private to the engine.
  settings: "name = 'user'",
};

/** Omitted tables, with the reason. */
export const omittedTables: Readonly<Record<string, string>> = {
  inbox: 'derived',
  counts: 'derived',
  read_counts: 'derived',
  search_entries: 'derived',
  search_changes: 'derived',
  deliveries: 'raw bodies, applied already',
  webhooks: 'addresses and password digests of one computer',
  partner_endpoints: 'addresses and password digests of one computer',
  phone_numbers: 'read again from the service',
  phone_number_lists: 'read again from the service',
  moves: 'belongs to sign-ins, which a backup does not contain',
  batches: 'undo, for as long as the window shows it',
  batch_marks: 'undo, for as long as the window shows it',
  reach_news: 'messages to channels of one computer',
  team_unread: "read again from the team's log",
  greatest_deleted_lead: 'numbers of one database',
  team_cursor: 'identity of one desktop, which a second one must not have',
  team_facts: "read again from the team's log",
  team_people: "read again from the team's log",
  team_activity: "read again from the team's log",
  team_claims: 'they end after 15 minutes',
  team_finds: 'polls of one desktop',
  team_mentions: "read again from the team's log",
  team_outbox: 'changes of one desktop; what is restored is a new change',
  team_replies: "read again from the team's log",
};
