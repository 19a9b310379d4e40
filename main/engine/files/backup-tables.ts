/**
 * Which tables a backup holds. Everything that the professional has made, and what came of the service,
 * which gives it back only as far as it likes. What can be worked out again, what only this computer
 * means, and every secret stay out. A test asks for each new table to be put in one of the two lists.
 */

const ofReal = 'account_id IN (SELECT account_id FROM accounts WHERE practice = 0)';
const ofRealLeads = `lead IN (SELECT lead FROM leads WHERE ${ofReal})`;

/** Parents before their children; with the rows that are taken. Sample customers are nobody's. */
export const keptTables: Readonly<Record<string, string>> = {
  accounts: 'practice = 0',
  businesses: ofReal,
  customers: ofReal,
  leads: ofReal,
  messages: ofRealLeads,
  lead_phones: ofRealLeads,
  lead_prices: ofReal,
  repeated_descriptions: ofRealLeads,
  moved_leads: ofRealLeads,
  polls: ofRealLeads,
  told: ofRealLeads,
  marks: ofRealLeads,
  job_status_tellings: ofRealLeads,
  notes: ofRealLeads,
  drafts: ofRealLeads,
  replies: ofRealLeads,
  outbox: ofRealLeads,
  saved_replies: 'true',
  saved_views: 'true',
  // The others of its rows are the engine's own: tunnel, keys, what it remembers.
  settings: "name = 'user'",
};

/** What stays out, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  inbox: 'worked out again',
  counts: 'worked out again',
  read_counts: 'worked out again',
  search_entries: 'worked out again',
  search_notes: 'worked out again',
  deliveries: 'bodies as they came, applied long since',
  webhooks: 'addresses and digests of passwords that hold on one computer',
  partner_endpoints: 'addresses and digests of passwords that hold on one computer',
  phone_numbers: 'read again from the service',
  phone_number_lists: 'read again from the service',
  moves: 'belongs to sign-ins that a backup does not hold',
  batches: 'what can be taken back, for as long as the window shows it',
  batch_marks: 'what can be taken back, for as long as the window shows it',
  numbers_given: 'numbers of one database',
};
