/** Hands a lead over to a colleague, with a note that mentions them. */
import { Textarea } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../contract/errors.ts';
import { maxNoteLength } from '../../contract/limits.ts';
import { mentionCharacter } from '../../contract/mentions.ts';
import type { LeadRow, NoteID } from '../../contract/records.ts';
import { useChoosablePeople, useMember } from '../leads/team.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useRequestDialog } from '../ui/use-dialog.ts';
import { Select } from '../ui/select.tsx';
import { useInboxStores } from './stores.ts';

type Props = { readonly row: LeadRow; readonly onClose: () => void };

export const HandingOver = ({ row, onClose }: Props) => {
  const { t } = useTranslation();
  const { bridge, leadEditor } = useInboxStores();
  const own = useMember()?.person;
  const people = useChoosablePeople(own);
  const { ref, close, busy, error, run } = useRequestDialog();
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState('');
  /** The same for each attempt, so that the note is stored once. */
  const [noteID] = useState(() => crypto.randomUUID() as NoteID);
  const to = people.find(({ person }) => person === chosen) ?? people[0];
  const note = text.trim() === '' ? '' : `${mentionCharacter}${to?.name ?? ''} ${text.trim()}`;
  const submit = async (): Promise<void> => {
    if (busy || to === undefined || note.length > maxNoteLength) return;
    const handOver = async (): Promise<Answer<boolean>> => {
      if (note !== '') {
        // The note is stored first: without it the colleague would not know what to do.
        const input = { leadID: row.leadID, noteID, kind: 'note', text: note } as const;
        const stored = await bridge.invoke('notes.save', input);
        if (!stored.ok) return stored;
      }
      return { ok: true, value: await leadEditor.assign(row, to.person, to.name) };
    };
    const answer = await run(handOver());
    if (answer.ok && answer.value) close();
  };
  return (
    <FormDialog
      ref={ref}
      title={t('handOver.title', { name: row.customerName || t('list.unnamed') })}
      submit={t('handOver.action')}
      busy={busy}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Select
        label={t('handOver.to')}
        value={to?.person ?? ''}
        data={people.map(({ person, name }) => ({ value: person, label: name }))}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Textarea
        label={t('handOver.note')}
        description={t('handOver.noteText')}
        autosize
        mt={12}
        minRows={3}
        maxRows={8}
        value={text}
        error={
          note.length > maxNoteLength &&
          t('composer.tooLong', { count: note.length - maxNoteLength })
        }
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </FormDialog>
  );
};
