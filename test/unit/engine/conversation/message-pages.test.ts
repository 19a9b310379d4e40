/** Paging a conversation from any message returns all of it, whatever the times. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  readMessagesAfter,
  readMessagesAround,
  readMessagesBefore,
  findMessagePlace,
  type MessagePage,
} from '../../../../main/engine/conversation/message-pages.ts';
import { insertMessage } from '../../../../main/engine/conversation/messages.ts';
import { insertStub } from '../../../../main/engine/leads/leads.ts';
import { accountID, noon, testStore } from '../support/store.ts';

const stub = {
  ...{ accountID, negotiationID: 'n', businessID: 'b', customerID: 'c', customerName: 'Ann' },
  createdAt: noon,
};

it('paging from any message to both ends returns each message once and in order', () => {
  const store = testStore();
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 30 }),
      fc.nat(),
      fc.integer({ min: 1, max: 7 }),
      (times, picked, limit) => {
        store.db.exec('DELETE FROM leads');
        const lead = insertStub(store, stub, noon);
        times.forEach((time, index) => {
          const message = { lead, accountID, author: '', attachments: [], sentAt: noon + time };
          insertMessage(store, {
            ...message,
            messageID: `m${index}`,
            side: 'customer',
            text: String(index),
          });
        });
        const all = readMessagesBefore(store, lead, null, 1_000, 0).messages;
        const message = all[picked % all.length];
        if (message === undefined) throw new Error('there are messages');
        const place = findMessagePlace(store, lead, Number(message.messageID));
        if (place === null) throw new Error('it has a place');
        const around = readMessagesAround(store, lead, place, limit, 0);
        expect(around.messages).toHaveLength(Math.min(limit, all.length));
        expect(around.messages).toContainEqual(message);
        let shown = around.messages;
        for (let page: MessagePage = around; page.earlier !== null;) {
          page = readMessagesBefore(store, lead, page.earlier, limit, 0);
          shown = [...page.messages, ...shown];
        }
        for (let page: MessagePage = around; page.later !== null;) {
          page = readMessagesAfter(store, lead, page.later, limit, 0);
          shown = [...shown, ...page.messages];
        }
        expect(shown).toEqual(all);
      },
    ),
    { numRuns: 60 },
  );
});
