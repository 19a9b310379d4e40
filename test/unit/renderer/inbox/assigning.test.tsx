// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { NoteID } from '../../../../contract/records.ts';
import { InboxDialogs } from '../../../../renderer/inbox/dialogs.tsx';
import { LeadList } from '../../../../renderer/inbox/lead-list.tsx';
import { inboxOf } from '../support/inbox.ts';
import { press } from '../support/keyboard.ts';
import { fakeBridge, id, lead, membership, noon, ok, row } from '../support/samples.ts';
import { openInboxOver } from '../support/window.tsx';

// A field that grows with its text listens to the fonts, which happy-dom lacks.
Object.assign(document, { fonts: new EventTarget() });

/** Opens the menu's dialog of a lead that is not selected, which then leaves the view. */
const openOnLostLead = async (hasNote: boolean) => {
  const rows = ['l1', 'l2'].map((leadID) => row({ leadID, customerName: `Ann ${leadID}` }));
  const bridge = fakeBridge({
    ...inboxOf(rows),
    'thread.page': () => new Promise(() => undefined),
    'leads.get': ({ leadID }) => ok({ lead: lead({}, { leadID }) }),
    'team.status': () => ok({ team: membership }),
    'team.names': () =>
      ok({
        names: [
          { person: 'ben', name: 'Ben', isGone: false },
          { person: 'crew', name: 'Crew 2', isGone: false },
        ],
      }),
    'notes.save': ({ noteID, text }) =>
      ok({
        note: { noteID: noteID as NoteID, kind: 'note', text, at: noon, editedAt: null },
        clearsNeedsReply: false,
      }),
  });
  const stores = await openInboxOver(
    bridge,
    <>
      <LeadList />
      <InboxDialogs />
    </>,
  );
  await screen.findByText('Ann l2');
  act(() => stores.assigneePicker.setState({ open: id('l2'), hasNote }));
  const lose = async (): Promise<void> => {
    rows.pop();
    await act(() => stores.leads.getState().refetch());
    expect(stores.leads.getState().rows.map(({ leadID }) => leadID)).toEqual(['l1']);
  };
  return { bridge, stores, lose };
};

it('the note of a handover stays when its lead leaves the view, and is stored', async () => {
  const { bridge, stores, lose } = await openOnLostLead(true);
  fireEvent.change(await screen.findByLabelText(/^Note/), { target: { value: 'Two dogs' } });
  await lose();
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Note/).value).toBe('Two dogs');
  fireEvent.click(screen.getByRole('button', { name: 'Hand over' }));
  await expect.poll(() => stores.assigneePicker.getState().open).toBeNull();
  expect(bridge.inputsOf('notes.save')).toMatchObject([{ leadID: 'l2', text: '@Ben Two dogs' }]);
  expect(bridge.inputsOf('leads.mark')).toContainEqual({ leadIDs: ['l2'], assignee: 'ben' });
});

it('a lead that has left the view can still be assigned in its open list', async () => {
  const { bridge, lose } = await openOnLostLead(false);
  await screen.findByRole('option', { name: 'Ben' });
  await lose();
  fireEvent.click(screen.getByRole('option', { name: 'Ben' }));
  await expect
    .poll(() => bridge.inputsOf('leads.mark'))
    .toContainEqual({ leadIDs: ['l2'], assignee: 'ben' });
});

it('the person here is offered first, then colleagues in the order of the engine, then nobody', async () => {
  await openOnLostLead(false);
  await screen.findByRole('option', { name: 'Ben' });
  const offered = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(offered.slice(-4)).toEqual(['?Me', 'BBen', 'C2Crew 2', 'Nobody']);
});

it('a lead that is in no list can be assigned while it loads', async () => {
  const { bridge, stores } = await openOnLostLead(false);
  await screen.findByRole('option', { name: 'Ben' });
  act(() => {
    stores.assigneePicker.setState({ open: null });
    stores.leads.getState().select(id('l9'));
  });
  await act(async () => void press('a'));
  fireEvent.click(screen.getByRole('option', { name: 'Ben' }));
  await expect
    .poll(() => bridge.inputsOf('leads.mark'))
    .toContainEqual({ leadIDs: ['l9'], assignee: 'ben' });
});

it('the open lead is not handed over while leads are selected', async () => {
  const { stores } = await openOnLostLead(false);
  await screen.findByRole('option', { name: 'Ben' });
  act(() => {
    stores.assigneePicker.setState({ open: null });
    stores.leads.getState().select(id('l1'));
    stores.selecting.getState().toggle(id('l2'));
  });
  await act(async () => void press('A', { shiftKey: true }));
  expect(stores.assigneePicker.getState().open).toBeNull();
  act(() => stores.selecting.getState().clear());
  await act(async () => void press('A', { shiftKey: true }));
  expect(stores.assigneePicker.getState()).toEqual({ open: 'l1', hasNote: true });
});
