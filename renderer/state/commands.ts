/**
 * What each command of the contract is to the window, in one table that the compiler keeps whole.
 *
 * - A list of change kinds: a query. Its answer is kept, and read again when one of them is told.
 *   `shown`: also whenever something begins to show it, because not all that changes it is told.
 * - `deed`: it changes something. Asked for once more while it is still being done, that is not done
 *   twice: both have the one answer.
 * - `call`: asked each time, and nothing is kept of it. A reply and a draft have an id of their own.
 */
import type { CommandName } from '../../contract/commands.ts';
import type { ChangeKind } from '../../contract/events.ts';

export type Staling = ChangeKind | 'shown';

export const uses = {
  'calendar.add': 'deed',
  'connect.accounts': ['connection', 'businesses'],
  'connect.cancel': 'call',
  'connect.chooseProfile': 'deed',
  'connect.disconnect': 'deed',
  'connect.givenProfile': 'call',
  'connect.paste': 'deed',
  'connect.practice': 'deed',
  'connect.readProfile': 'deed',
  'connect.remove': 'deed',
  'connect.replaceProfile': 'deed',
  'connect.start': 'deed',
  'connection.check': 'deed',
  'connection.contents': 'call',
  'connection.report': ['connection', 'businesses'],
  'deliveries.apply': 'deed',
  'deliveries.get': ['shown'],
  'deliveries.list': ['shown', 'webhooks', 'connection', 'leads'],
  'drafts.save': 'call',
  'hours.nextOpening': ['shown', 'settings'],
  'insights.today': ['shown', 'leads'],
  'leads.get': ['leads'],
  'leads.list': 'call',
  'leads.mark': 'deed',
  'leads.ofCustomer': ['shown', 'leads'],
  'leads.within': 'call',
  'legacy.endpoints': ['shown', 'connection'],
  'legacy.renew': 'deed',
  'lookup.run': 'call',
  'messages.discard': 'deed',
  'messages.retry': 'deed',
  'messages.send': 'call',
  'messages.undo': 'deed',
  'move.begin': 'deed',
  'move.choose': 'deed',
  'move.get': ['shown', 'move'],
  'move.match': 'deed',
  'move.stop': 'deed',
  'notes.remove': 'deed',
  'notes.save': 'deed',
  'phoneNumbers.add': 'deed',
  'phoneNumbers.addMany': 'deed',
  'phoneNumbers.change': 'deed',
  'phoneNumbers.list': ['shown', 'phoneNumbers', 'businesses', 'connection'],
  'phoneNumbers.owners': ['shown', 'phoneNumbers', 'businesses', 'connection'],
  'phoneNumbers.preview': 'call',
  'phoneNumbers.read': 'call',
  'phoneNumbers.refresh': 'call',
  'phoneNumbers.remove': 'deed',
  'photos.get': [],
  'photos.list': ['leads'],
  'photos.save': 'deed',
  'reviews.page': ['shown'],
  'savedReplies.list': ['savedReplies'],
  'savedReplies.remove': 'deed',
  'savedReplies.reorder': 'deed',
  'savedReplies.save': 'deed',
  'settings.change': 'deed',
  'settings.get': ['settings'],
  'shell.info': 'call',
  'shell.openLink': 'deed',
  'shell.painted': 'call',
  'shell.restartEngine': 'deed',
  'shell.showMenu': 'deed',
  'staging.createLead': 'deed',
  'staging.preview': ['shown', 'leads'],
  'staging.takeIn': 'deed',
  'staging.thread': ['shown'],
  'tags.list': ['shown', 'leads'],
  'thread.page': ['leads'],
  'thread.watch': 'call',
  'tunnel.check': 'call',
  'tunnel.readHostKey': 'call',
  'tunnel.report': ['shown', 'connection'],
  'tunnel.retry': 'deed',
  'tunnel.setUp': 'deed',
  'tunnel.trustHost': 'deed',
  'views.counts': ['leads', 'businesses'],
  'webhooks.create': 'deed',
  'webhooks.delete': 'deed',
  'webhooks.enable': 'deed',
  'webhooks.list': ['shown', 'webhooks', 'businesses'],
  'webhooks.mend': 'deed',
  'webhooks.removeCredentials': 'deed',
  'webhooks.restore': 'deed',
  'webhooks.setCredentials': 'deed',
  'webhooks.test': 'deed',
} as const satisfies Readonly<Record<CommandName, 'deed' | 'call' | readonly Staling[]>>;

/** The commands whose answers are kept. */
export type QueryName = {
  [C in CommandName]: (typeof uses)[C] extends string ? never : C;
}[CommandName];
