import { describe, expect, it } from 'vitest';
import type { SavedReply, SavedReplyID } from '../../../../contract/commands/saved-replies.ts';
import { commands } from '../../../../contract/commands.ts';
import { fail, succeed } from '../../../../contract/errors.ts';
import type { Change } from '../../../../contract/events.ts';
import { maxSavedReplies } from '../../../../contract/limits.ts';
import { createSavedReplyCommands } from '../../../../main/engine/conversation/saved-replies.ts';
import { testStore } from '../support/store.ts';

const id = (text: string): SavedReplyID => text as SavedReplyID;
const reply = (savedReplyID: string, change: Partial<SavedReply> = {}): SavedReply => ({
  savedReplyID: id(savedReplyID),
  name: `Reply ${savedReplyID}`,
  text: 'Hi {{customer.firstName|there}}',
  scope: { for: 'all' },
  isPinned: false,
  ...change,
});

const setUp = () => {
  const changes: Change[] = [];
  const made = createSavedReplyCommands({
    store: testStore(),
    publish: (change) => void changes.push(change),
  });
  const names = async (): Promise<readonly string[]> => {
    const answer = await made['savedReplies.list']({});
    return answer.ok ? answer.value.replies.map(({ savedReplyID }) => savedReplyID) : [];
  };
  return { made, changes, names };
};

describe('saved replies', () => {
  it('are stored for all, a category or a business', async () => {
    const { made, changes } = setUp();
    const replies = [
      reply('a', { isPinned: true }),
      reply('b', { scope: { for: 'category', category: 'Drain repair' } }),
      reply('d', { variants: { es: 'Hola', en: 'Hi' } }),
      reply('c', { scope: { for: 'business', businessID: 'b1', businessName: 'Hill Country' } }),
    ];
    for (const each of replies) expect(await made['savedReplies.save'](each)).toEqual(succeed({}));
    expect(await made['savedReplies.list']({})).toEqual(succeed({ replies }));
    expect(changes).toEqual(replies.map(() => ({ kinds: ['savedReplies'], leadIDs: [] })));
  });

  it('that are saved again keep their position', async () => {
    const { made, names } = setUp();
    for (const name of ['a', 'b', 'c']) await made['savedReplies.save'](reply(name));
    await made['savedReplies.save'](
      reply('b', { name: 'Other', scope: { for: 'category', category: 'Roof' } }),
    );
    expect(await names()).toEqual(['a', 'b', 'c']);
    await made['savedReplies.save'](reply('b', { name: 'Other' }));
    expect(await made['savedReplies.list']({})).toEqual(
      succeed({ replies: [reply('a'), reply('b', { name: 'Other' }), reply('c')] }),
    );
  });

  it('that are removed can be restored at their position, and a second removal does nothing', async () => {
    const { made, names } = setUp();
    for (const name of ['a', 'b', 'c']) await made['savedReplies.save'](reply(name));
    await made['savedReplies.remove']({ savedReplyID: id('a') });
    await made['savedReplies.remove']({ savedReplyID: id('a') });
    expect(await names()).toEqual(['b', 'c']);
    await made['savedReplies.save']({ ...reply('a'), position: 0 });
    expect(await names()).toEqual(['a', 'b', 'c']);
  });

  it('are reordered, with missing ones at the end', async () => {
    const { made, names } = setUp();
    for (const name of ['a', 'b', 'c', 'd']) await made['savedReplies.save'](reply(name));
    await made['savedReplies.reorder']({ savedReplyIDs: ['d', 'gone', 'b', 'd'].map(id) });
    expect(await names()).toEqual(['d', 'b', 'a', 'c']);
    await made['savedReplies.save'](reply('e'));
    expect(await names()).toEqual(['d', 'b', 'a', 'c', 'e']);
  });

  it('are limited in number, and existing ones can still be changed', async () => {
    const { made } = setUp();
    for (let n = 0; n < maxSavedReplies; n++) await made['savedReplies.save'](reply(`r${n}`));
    expect(await made['savedReplies.save'](reply('one more'))).toEqual(
      fail('conflict', `There can be ${maxSavedReplies} saved replies.`),
    );
    expect(await made['savedReplies.save'](reply('r7', { name: 'Seven' }))).toEqual(succeed({}));
  });

  it('require a name and a text', () => {
    const { input } = commands['savedReplies.save'];
    expect(input.safeParse(reply('a')).success).toBe(true);
    expect(input.safeParse(reply('a', { name: '  ' })).success).toBe(false);
    expect(input.safeParse(reply('a', { text: '' })).success).toBe(false);
  });
});
