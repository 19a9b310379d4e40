/** The inbox with the thread of the open lead, which is loaded once the list is painted. */
import { Inbox as List } from '../../inbox/inbox.tsx';
import { loadLazily } from '../../ui/lazily.tsx';

const loadThread = () => import('../../thread/thread.tsx');
const Thread = loadLazily(loadThread, 'Thread');

export const Inbox = () => <List Thread={Thread} loadThread={loadThread} />;
