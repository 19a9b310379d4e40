/** Copies a text, and says so where it stands. */
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCopying } from './copied.ts';
import { IconButton } from './icon-button.tsx';

export const CopyButton = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { t } = useTranslation();
  const [copied, copy] = useCopying();
  return (
    <>
      <IconButton label={label} onClick={() => copy(text)}>
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </IconButton>
      <span role="status" className="hidden-visually">
        {copied ? t('common.copied') : ''}
      </span>
    </>
  );
};
