/** The dialog that names a new or an existing saved view. */
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SavedView } from '../../contract/commands/saved-views.ts';
import { maxSavedViewNameLength } from '../../contract/limits.ts';
import { useInboxStores } from './stores.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useDialog } from '../ui/use-dialog.ts';

export const NameView = ({ view }: { readonly view: SavedView }) => {
  const { t } = useTranslation();
  const { savingViews } = useInboxStores();
  const error = useStore(savingViews, (state) => state.error);
  const { ref, close } = useDialog();
  const [name, setName] = useState(
    view.name || view.query.slice(0, maxSavedViewNameLength) || t(`views.${view.view}.name`),
  );
  useEffect(() => ref.current?.querySelector('input')?.select(), [ref]);
  const save = async (): Promise<void> => {
    if (name.trim() !== '' && (await savingViews.getState().save(name.trim()))) close();
  };
  return (
    <Dialog
      ref={ref}
      title={view.name === '' ? t('savedViews.save') : t('savedViews.rename')}
      error={error}
      onClose={() => savingViews.getState().endNaming()}
      action={
        <Button variant="filled" disabled={name.trim() === ''} onClick={() => void save()}>
          {t('savedViews.keep')}
        </Button>
      }
    >
      <TextInput
        label={t('savedViews.name')}
        value={name}
        maxLength={maxSavedViewNameLength}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) void save();
        }}
      />
    </Dialog>
  );
};
