// @vitest-environment happy-dom
/** In a team the conversation names the colleague who wrote a reply or a note. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Note as NoteRecord } from '../../../../contract/records.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { Message } from '../../../../renderer/thread/message.tsx';
import { Note } from '../../../../renderer/thread/note.tsx';
import { fakeBridge, id, membership, messageLike, noon, ok } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

const note = {
  noteID: '0b0a3f64-6d3f-4f0e-9b5a-3d1f5c1c9d03',
  ...{ kind: 'note', text: 'Gate code 12', at: noon, editedAt: null },
} as NoteRecord;

const show = (person: string | null) => {
  let asked = 0;
  const bridge = fakeBridge({
    'team.status': () => {
      asked += 1;
      return ok({ team: membership });
    },
    'team.names': () => ok({ names: [{ person: 'ben', name: 'Ben Smith', isGone: false }] }),
  });
  const message = messageLike('m1', { side: 'business', text: 'Nine works.', person });
  const { container } = showIn(
    createStores(bridge, () => noon),
    <>
      <Message message={message} isFirst isLast={false} isNewest={false} />
      <Note note={note} leadID={id('l1')} person={person} />
    </>,
  );
  return { text: () => container.textContent ?? '', asked: () => asked };
};

it('a colleague’s reply and note carry their name, and the note cannot be edited', async () => {
  const shown = show('ben');
  await expect.poll(() => shown.text().match(/Ben Smith/g)).toHaveLength(3);
  expect(shown.text()).not.toContain('You');
  expect(screen.queryByRole('button')).toBeNull();
});

it('a colleague without a name is a colleague', async () => {
  const shown = show('eve');
  await expect.poll(shown.text).toContain('A colleague');
});

it('the person’s reply and note name no colleague, with or without a team, and without one nothing is requested', async () => {
  const own = show('ana');
  await expect.poll(own.asked).toBeGreaterThan(0);
  expect(own.text()).toContain('You');
  expect(screen.getAllByRole('button')).toHaveLength(2);
  const alone = show(null);
  expect([alone.asked(), alone.text().includes('You')]).toEqual([0, true]);
});
