/** Saved replies. They belong to no account and outlive accounts and businesses. */
import { fail, succeed } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/events.ts';
import { maxSavedReplies } from '../../../contract/limits.ts';
import type { SavedReply, SavedReplyID } from '../../../contract/commands/saved-replies.ts';
import type { EngineCommand, Handlers } from '../platform/command/handler.ts';
import type { Store } from '../platform/store/store.ts';

type Row = {
  readonly savedReplyID: SavedReplyID;
  readonly name: string;
  readonly text: string;
  readonly textEn: string | null;
  readonly textEs: string | null;
  readonly category: string | null;
  readonly businessID: string | null;
  readonly businessName: string;
  readonly isPinned: number;
};

const toScope = ({ category, businessID, businessName }: Row): SavedReply['scope'] =>
  businessID !== null
    ? { for: 'business', businessID, businessName }
    : category !== null
      ? { for: 'category', category }
      : { for: 'all' };

const toVariants = ({ textEn: en, textEs: es }: Row): Pick<SavedReply, 'variants'> =>
  en === null && es === null
    ? {}
    : { variants: { ...(en !== null && { en }), ...(es !== null && { es }) } };

/** Lists the saved replies in the professional's order. */
export const listSavedReplies = (store: Store): readonly SavedReply[] => {
  const sql = `SELECT saved_reply_id AS savedReplyID, name, text, text_en AS textEn, text_es AS textEs,
      category, business_id AS businessID,
      business_name AS businessName, is_pinned AS isPinned
    FROM saved_replies ORDER BY position, saved_reply_id`;
  return store
    .prepare<[], Row>(sql)
    .all()
    .map((row) => ({
      savedReplyID: row.savedReplyID,
      name: row.name,
      text: row.text,
      ...toVariants(row),
      scope: toScope(row),
      isPinned: row.isPinned === 1,
    }));
};

/** Stores a saved reply; a new one comes first until it gets a position. */
export const putSavedReply = (store: Store, reply: SavedReply): void => {
  const { savedReplyID, name, text, variants, scope, isPinned } = reply;
  const sql = `INSERT INTO saved_replies
      (saved_reply_id, name, text, text_en, text_es, category, business_id, business_name,
       is_pinned, position)
    VALUES (@savedReplyID, @name, @text, @textEn, @textEs, @category, @businessID, @businessName, @isPinned, 0)
    ON CONFLICT DO UPDATE SET name = excluded.name, text = excluded.text,
      text_en = excluded.text_en, text_es = excluded.text_es,
      category = excluded.category, business_id = excluded.business_id,
      business_name = excluded.business_name, is_pinned = excluded.is_pinned`;
  store.prepare<[Row]>(sql).run({
    savedReplyID,
    name,
    text,
    textEn: variants?.en ?? null,
    textEs: variants?.es ?? null,
    category: scope.for === 'category' ? scope.category : null,
    businessID: scope.for === 'business' ? scope.businessID : null,
    businessName: scope.for === 'business' ? scope.businessName : '',
    isPinned: isPinned ? 1 : 0,
  });
};

/** Position of a saved reply; 0 for an unknown one. */
export const readSavedReplyPosition = (store: Store, savedReplyID: string): number => {
  const sql = 'SELECT position FROM saved_replies WHERE saved_reply_id = ?';
  const row = store.prepare<[string], { position: number }>(sql).get(savedReplyID);
  return row?.position ?? 0;
};

/** Sets the position of a saved reply; replies with the same position are in the order of their ids. */
export const setSavedReplyPosition = (store: Store, position: number, id: SavedReplyID): void => {
  const sql = 'UPDATE saved_replies SET position = ? WHERE saved_reply_id = ?';
  store.prepare<[number, string]>(sql).run(position, id);
};

const putInOrder = (store: Store, listIDs: Iterable<SavedReplyID>): void => {
  for (const [position, savedReplyID] of [...listIDs].entries())
    setSavedReplyPosition(store, position, savedReplyID);
};

export const removeSavedReply = (store: Store, savedReplyID: string): void => {
  const sql = 'DELETE FROM saved_replies WHERE saved_reply_id = ?';
  store.prepare<[string]>(sql).run(savedReplyID);
};

export const createSavedReplyCommands = (dependencies: {
  readonly store: Store;
  readonly publish: (change: Change) => void;
}): Handlers<Extract<EngineCommand, `savedReplies.${string}`>> => {
  const { store, publish } = dependencies;
  const order = (): readonly SavedReplyID[] =>
    listSavedReplies(store).map(({ savedReplyID }) => savedReplyID);
  const write = (work: () => void): void => {
    store.write(work);
    publish({ kinds: ['savedReplies'], leadIDs: [] });
  };

  return {
    'savedReplies.list': () => succeed({ replies: [...listSavedReplies(store)] }),
    'savedReplies.save': ({ position, ...reply }) => {
      const before = order();
      const isNew = !before.includes(reply.savedReplyID);
      if (isNew && before.length >= maxSavedReplies)
        return fail('conflict', `There can be ${maxSavedReplies} saved replies.`);
      write(() => {
        putSavedReply(store, reply);
        if (!isNew && position === undefined) return;
        const others = before.filter((each) => each !== reply.savedReplyID);
        putInOrder(store, others.toSpliced(position ?? others.length, 0, reply.savedReplyID));
      });
      return succeed({});
    },
    'savedReplies.remove': ({ savedReplyID }) => {
      write(() => removeSavedReply(store, savedReplyID));
      return succeed({});
    },
    'savedReplies.reorder': ({ savedReplyIDs }) => {
      write(() => putInOrder(store, new Set([...savedReplyIDs, ...order()])));
      return succeed({});
    },
  };
};
