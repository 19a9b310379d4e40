// @vitest-environment happy-dom
/** A failure that arrives after its dialog was closed. */
import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import type { AutomaticRule, RuleID } from '../../../../contract/automatic-replies.ts';
import type { ChannelID } from '../../../../contract/reach.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { RuleDialog } from '../../../../renderer/automatic-replies/rule-dialog.tsx';
import { RulePreview } from '../../../../renderer/automatic-replies/rule-preview.tsx';
import { Disconnect } from '../../../../renderer/connection/account-actions.tsx';
import { HandingOver } from '../../../../renderer/inbox/handing-over.tsx';
import { ChannelDialog } from '../../../../renderer/settings/channel-dialog.tsx';
import { InviteDialog } from '../../../../renderer/team/invite-dialog.tsx';
import { personDialogs, RemoveDialog } from '../../../../renderer/team/people-dialogs.tsx';
import { SendLater } from '../../../../renderer/thread/send-later.tsx';
import { DiagnosticsDialog } from '../../../../renderer/ui/diagnostics-dialog.tsx';
import { accountLike } from '../support/accounts.ts';
import { holdAnswers } from '../support/inbox.ts';
import { fakeBridge, no, noon, ok, row } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

await words.loadNamespaces(['automaticReplies', 'data', 'reach', 'team']);

// A field that grows with its text listens to the fonts, which happy-dom lacks.
Object.assign(document, { fonts: new EventTarget() });

const error = { code: 'service_unavailable', message: '' } as const;
const onClose = (): void => undefined;
const ben = { person: 'ben', name: 'Ben', onClose };
const rule: AutomaticRule = {
  ...{ ruleID: 'r1' as RuleID, name: 'Rule', isOn: false, isAnswer: false },
  when: { kind: 'newLead', afterSeconds: 30, withinMinutes: 15 },
  leads: { businesses: [], categories: [], areas: [], hours: 'any', charge: 'any' },
  content: { kind: 'text', text: 'Hi.' },
};
const channel = {
  channelID: '6f0c8f0e-3c1d-4b6a-9a51-0d5a5a3f1f01' as ChannelID,
  ...({ name: 'Phone', kind: 'ntfy', on: true, place: 'ntfy.test', stored: [] } as const),
  fields: { server: 'https://ntfy.test', topic: 'leads' },
};

type Dialog = (late: () => Promise<typeof error>) => ReactElement;

const dialogs: readonly (readonly [what: string, button: string, Dialog])[] = [
  [
    'adds a rule',
    'Save',
    () => <RuleDialog rule={rule} stored={null} TemplateTexts={() => null} onClose={onClose} />,
  ],
  [
    'switches a rule on',
    'Switch on',
    () => <RulePreview mayChange rule={rule} onClose={onClose} />,
  ],
  [
    'disconnects an account',
    'Disconnect',
    () => <Disconnect account={accountLike('a1', 'v4', 'connected')} />,
  ],
  [
    'hands a lead over with a note',
    'Hand over',
    () => <HandingOver row={row()} onClose={onClose} />,
  ],
  [
    'schedules a reply',
    'Schedule',
    (late) => <SendLater name="Ann" onLater={late} onClose={onClose} />,
  ],
  ['adds a channel', 'Add', () => <ChannelDialog channel={null} onClose={onClose} />],
  [
    'removes a channel',
    'Remove channel',
    () => <ChannelDialog channel={channel} onClose={onClose} />,
  ],
  ['renames a person', 'Save', () => <personDialogs.rename {...ben} />],
  ['reassigns leads', 'Reassign', () => <personDialogs.reassign {...ben} />],
  [
    'removes a computer',
    'Remove',
    () => <RemoveDialog desktop="d1" person="ben" isLast={false} onClose={onClose} />,
  ],
  [
    'invites a computer',
    'Create the invitation',
    () => <InviteDialog person={{ person: 'ben', role: 'member' }} onClose={onClose} />,
  ],
  ['saves diagnostics', 'Save…', () => <DiagnosticsDialog onClose={onClose} />],
];

it.each(dialogs)('is shown as a toast if the dialog %s', async (_what, button, createDialog) => {
  const answers = holdAnswers();
  const late = async () => {
    await answers.inTime();
    return error;
  };
  const fail = async () => {
    await late();
    return no(error.code);
  };
  const bridge = fakeBridge({
    'automaticReplies.preview': () => ok({ leads: [], sent: 0, all: 0 }),
    'automaticReplies.save': fail,
    'connect.disconnect': fail,
    'diagnostics.read': () => ok({ text: 'facts' }),
    'diagnostics.save': fail,
    'notes.save': fail,
    'reach.save': fail,
    'reach.remove': fail,
    'team.rename': fail,
    'team.reassign': fail,
    'team.removeDesktop': fail,
    'team.invite': fail,
    'team.names': () => ok({ names: [{ person: 'ben', name: 'Ben', isGone: false }] }),
  });
  const stores = createStores(bridge, () => noon);
  const { container } = showIn(stores, createDialog(late));
  const dialog = container.querySelector('dialog') as HTMLDialogElement;
  if (!dialog.open) dialog.showModal();
  const note = screen.queryByLabelText(/^Note/);
  if (note !== null) fireEvent.change(note, { target: { value: 'Two dogs' } });
  const submit = await within(dialog).findByRole('button', { name: button });
  await expect.poll(() => submit.getAttribute('aria-disabled')).not.toBe('true');
  fireEvent.click(submit);
  dialog.close();
  await answers.release();
  await expect
    .poll(() => stores.toasts.getState().toasts)
    .toMatchObject([{ content: { kind: 'failed', code: error.code } }]);
  expect(within(dialog).queryByRole('alert', { hidden: true })).toBeNull();
});
