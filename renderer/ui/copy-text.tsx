/** A button that copies a text and says so in its own words; its width stays. */
import { Button, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCopying } from './copied.ts';

type Props = {
  readonly label: string;
  /** What copying gives, where the label does not say all. */
  readonly title?: string;
  /** Made when it is wanted: it can be long. */
  readonly text: () => string;
};

export const CopyText = ({ label, title, text }: Props) => {
  const { t } = useTranslation();
  const [copied, copy] = useCopying();
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Tooltip label={title} disabled={title === undefined}>
      <Button
        variant="default"
        leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
        onClick={() => copy(text())}
      >
        {label}
        <span role="status" className="hidden-visually">
          {copied ? t('common.copied') : ''}
        </span>
      </Button>
    </Tooltip>
  );
};
