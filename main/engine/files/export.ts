/** Exports one state of a list: leads or messages as a table, or both as JSON. */
import type { ExportFormat, ExportSelection, FileCounts } from '../../../contract/file-jobs.ts';
import type { Message } from '../../../contract/records.ts';
import { readLeadDetails } from '../accounts/lead-details.ts';
import type { Reader } from '../accounts/reader.ts';
import { readMessagesBefore, type MessagePlace } from '../conversation/message-pages.ts';
import { filterListed } from '../leads/inbox.ts';
import { decodePlace, type ListPlace } from '../leads/list.ts';
import { listPersons } from '../leads/search-filters.ts';
import { findPage } from '../leads/pages.ts';
import { countAllOf, readNextOfAll, resolveQuestion } from '../leads/selection.ts';
import { formatCSVLine, csvStart } from '../platform/csv.ts';
import { runAllSteps } from '../platform/slices.ts';
import { toRows } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { leadColumns, toLeadJSON, messageColumns, type ExportedLead } from './lead-tables.ts';
import type { Sink } from './sink.ts';

const pageLength = 200;

type NextOfAll = ReturnType<typeof readNextOfAll>;

/** Reports progress and lets pending events run. */
export type OnProgress = (done: number, total: number | null) => Promise<void>;

/** Lists pages of lead numbers with the total, which is null while unknown. */
function* listPages(
  store: Store,
  { leadIDs, all, ...input }: ExportSelection,
  now: number,
): Generator<{ readonly leads: readonly number[]; readonly total: number | null }> {
  if (leadIDs !== undefined) {
    const leads = filterListed(store, toRows(leadIDs));
    for (let from = 0; from < leads.length; from += pageLength)
      yield { leads: leads.slice(from, from + pageLength), total: leads.length };
    return;
  }
  const question = resolveQuestion(store, now, input);
  if (all !== undefined) {
    const total = countAllOf(store, question.list, all);
    let after: ListPlace | null = null;
    do {
      const page: NextOfAll = readNextOfAll(store, question.list, all, after, pageLength);
      yield { leads: page.leads, total };
      after = page.next;
    } while (after !== null);
    return;
  }
  for (let next: string | null | undefined; next !== null;) {
    const after = next === undefined ? null : decodePlace(question.list.view, next);
    const start = after && { after };
    const page = runAllSteps(findPage(store, question, { start, limit: pageLength }));
    if (page === null) return;
    yield { leads: toRows(page.leads.map(({ leadID }) => leadID)), total: page.total };
    next = page.next;
  }
}

type MessagePage = ReturnType<typeof readMessagesBefore>;

/** Reads the conversation of a lead, oldest first. */
const readMessages = (store: Store, lead: number): readonly Message[] => {
  const pages: (readonly Message[])[] = [];
  let before: MessagePlace | null = null;
  do {
    const page: MessagePage = readMessagesBefore(store, lead, before, 500, 0);
    pages.unshift(page.messages);
    before = page.earlier;
  } while (before !== null);
  return pages.flat();
};

type Writer = {
  readonly begin: string;
  readonly formatLead: (lead: ExportedLead, isFirst: boolean) => string;
  readonly end: string;
};

const createWriters = (selection: ExportSelection, now: number): Record<ExportFormat, Writer> => ({
  leads: {
    begin: csvStart + formatCSVLine(leadColumns.map(([name]) => name)),
    formatLead: (lead) => formatCSVLine(leadColumns.map(([, cell]) => cell(lead))),
    end: '',
  },
  messages: {
    begin: csvStart + formatCSVLine(messageColumns.map(([name]) => name)),
    formatLead: (lead) =>
      lead.messages
        .map((message) => formatCSVLine(messageColumns.map(([, cell]) => cell({ lead, message }))))
        .join(''),
    end: '',
  },
  json: {
    begin: `${JSON.stringify({
      format: 'hearthline-export',
      version: 1,
      exportedAt: new Date(now).toISOString(),
      view: selection.view,
      search: selection.query ?? '',
    }).slice(0, -1)},"leads":[`,
    formatLead: (lead, isFirst) => `${isFirst ? '\n' : ',\n'}${JSON.stringify(toLeadJSON(lead))}`,
    end: '\n]}\n',
  },
});

/** Uses a separate connection; `now` is in UTC milliseconds. */
export const exportLeads = async (dependencies: {
  readonly store: Store;
  readonly findReader: (accountID: string) => Reader;
  readonly question: ExportSelection;
  readonly format: ExportFormat;
  readonly sink: Pick<Sink, 'write'>;
  readonly now: number;
  readonly onProgress: OnProgress;
}): Promise<Pick<FileCounts, 'leads' | 'messages'>> => {
  const { store, findReader, question, format, sink, now, onProgress } = dependencies;
  const writer = createWriters(question, now)[format];
  const counts = { leads: 0, messages: 0 };
  store.db.exec('BEGIN');
  try {
    const people = new Map(listPersons(store).map(({ person, name }) => [person, name]));
    const findName: ExportedLead['findName'] = (person) =>
      person == null ? null : (people.get(person) ?? person);
    sink.write(writer.begin);
    for (const { leads, total } of listPages(store, question, now)) {
      for (const lead of leads) {
        const details = readLeadDetails(store, findReader, lead);
        if (details === null) continue;
        const messages = readMessages(store, lead);
        sink.write(writer.formatLead({ details, messages, findName }, counts.leads === 0));
        counts.leads += 1;
        counts.messages += messages.length;
      }
      await onProgress(counts.leads, total);
    }
    sink.write(writer.end);
  } finally {
    store.db.exec('COMMIT');
  }
  return counts;
};
