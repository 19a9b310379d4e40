/** Copies a text, and says so where it stands. */
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';

export const CopyButton = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <IconButton
        label={label}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </IconButton>
      <span role="status" className="hidden-visually">
        {copied ? t('common.copied') : ''}
      </span>
    </>
  );
};
