/** The dialog that names a new or an existing saved view. */
import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '../../contract/commands/saved-views.ts';
import { maxSavedViewNameLength } from '../../contract/limits.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useRequestDialog } from '../ui/use-dialog.ts';
import { useInboxStores } from './stores.ts';

export const NameView = ({ view }: { readonly view: SavedView }) => {
  const { t } = useTranslation();
  const { save, endNaming } = useInboxStores().savingViews.getState();
  const { ref, busy, error, finish } = useRequestDialog();
  const [name, setName] = useState(
    view.name || view.query.slice(0, maxSavedViewNameLength) || t(`views.${view.view}.name`),
  );
  useEffect(() => ref.current?.querySelector('input')?.select(), [ref]);
  return (
    <FormDialog
      ref={ref}
      title={view.name === '' ? t('savedViews.save') : t('savedViews.rename')}
      error={error}
      onClose={endNaming}
      submit={t('savedViews.keep')}
      busy={busy || name.trim() === ''}
      onSubmit={() => void finish(save(view, name.trim()))}
    >
      <TextInput
        label={t('savedViews.name')}
        value={name}
        maxLength={maxSavedViewNameLength}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
};
