/** The open lead: its reply, its notes and its photos. */
import { maxPinned } from '../../contract/limits.ts';
import { isPhoto } from '../../contract/photos.ts';
import type { MessageID } from '../../contract/records.ts';
import { disableWhileSelecting, createLeadAction, getOpenLead } from '../leads/lead-actions.ts';
import type { PhotoPlace } from '../leads/stores.ts';
import type { Action } from '../platform/actions.ts';
import type { Area } from '../platform/area.ts';
import type { Replying } from './replying.ts';
import type { ThreadStores } from './stores.ts';

/** The first loaded photo of the open lead. */
const findFirstPhoto = (stores: ThreadStores): PhotoPlace | null => {
  const { details, messages } = stores.conversation.getState();
  if (details === null || getOpenLead(stores) === null) return null;
  const { leadID } = details.row;
  const ofRequest = { messageID: null, attachments: details.request.attachments };
  for (const { messageID, attachments } of [ofRequest, ...messages]) {
    const index = attachments.findIndex(isPhoto);
    if (index !== -1) return { leadID, messageID, index };
  }
  return null;
};

const createPinnedAction = (_: unknown, nth: number): Action<ThreadStores> => ({
  id: `pinned.${nth + 1}`,
  group: 'reply',
  where: 'inbox',
  keys: [`Alt+${nth + 1}`],
  isForFields: true,
  isOnlyKey: true,
  title: (t) => t('actions:titles.pinned', { nth: nth + 1 }),
  run: ({ savedReplying }) => savedReplying.insertPinned(nth),
});

/** The waiting reply of a rule in the open lead. */
const findWaitingRuleReply = (stores: ThreadStores): MessageID | null =>
  getOpenLead(stores) === null
    ? null
    : (stores.conversation
        .getState()
        .messages.find(({ rule, sending }) => rule !== null && sending?.state === 'queued')
        ?.messageID ?? null);

const createRuleReplyAction = (
  id: keyof Pick<Replying, 'sendRuleReply' | 'declineRuleReply'>,
  key: string,
): Action<ThreadStores> =>
  disableWhileSelecting({
    id,
    group: 'reply',
    where: 'inbox',
    keys: [key],
    title: (t) => t(`actions:titles.${id}`),
    isEnabled: (stores) => findWaitingRuleReply(stores) !== null,
    run: (stores) => {
      const messageID = findWaitingRuleReply(stores);
      if (messageID !== null) void stores.replying[id](messageID);
      return messageID !== null;
    },
  });

export const thread: Area<ThreadStores> = {
  actions: [
    createLeadAction({
      id: 'reply',
      group: 'reply',
      keys: ['r', 'Enter'],
      title: (t) => t('actions:titles.reply'),
      run: ({ replyFocus }, leadID) => replyFocus.getState().request(leadID),
    }),
    disableWhileSelecting({
      id: 'sendLater',
      group: 'reply',
      where: 'inbox',
      keys: [],
      title: (t) => t('later.open'),
      isEnabled: (stores) => getOpenLead(stores)?.availability === 'here',
      run: ({ scheduling }) => scheduling.getState().open?.(),
    }),
    ...Array.from({ length: maxPinned }, createPinnedAction),
    createRuleReplyAction('sendRuleReply', 'Shift+s'),
    createRuleReplyAction('declineRuleReply', 'Shift+d'),
    disableWhileSelecting(
      createLeadAction({
        id: 'addNote',
        keys: ['n'],
        title: (t) => t('notes.add'),
        run: ({ leads, noting }, leadID) => {
          leads.getState().open(leadID);
          noting.getState().write(leadID);
        },
      }),
    ),
    disableWhileSelecting(
      createLeadAction({
        id: 'logCall',
        keys: ['c'],
        title: (t) => t('notes.logCall'),
        run: ({ noting }, leadID) => void noting.getState().logCall(leadID),
      }),
    ),
    disableWhileSelecting({
      id: 'showPhotos',
      group: 'lead',
      where: 'inbox',
      keys: ['Space'],
      title: (t) => t('actions:titles.showPhotos'),
      isEnabled: (stores) => findFirstPhoto(stores) !== null,
      run: (stores) => {
        const photo = findFirstPhoto(stores);
        if (photo !== null) stores.viewer.setState({ shown: photo });
        return photo !== null;
      },
    }),
  ],
};
