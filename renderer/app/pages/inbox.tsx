/** The inbox with the thread of the open lead, which is loaded once the list is painted. */
import { lazy } from 'react';
import { Inbox as List } from '../../inbox/inbox.tsx';

const loadThread = () => import('../../thread/thread.tsx');
const Thread = lazy(async () => ({ default: (await loadThread()).Thread }));

export const Inbox = () => <List Thread={Thread} loadThread={loadThread} />;
