/** A button that copies a text and says so in its own words; its width stays. */
import { Button, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  readonly label: string;
  /** What copying gives, where the label does not say all. */
  readonly title?: string;
  /** Made when it is wanted: it can be long. */
  readonly text: () => string;
};

export const CopyText = ({ label, title, text }: Props) => {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Tooltip label={title} disabled={title === undefined}>
      <Button
        variant="default"
        leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
        onClick={() => void navigator.clipboard.writeText(text()).then(() => setCopied(true))}
      >
        {label}
        <span role="status" className="hidden-visually">
          {copied ? t('common.copied') : ''}
        </span>
      </Button>
    </Tooltip>
  );
};
