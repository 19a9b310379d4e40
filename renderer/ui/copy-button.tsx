/** Buttons that copy text and confirm it, also to screen readers, or report the failure in a toast. */
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../platform/stores.ts';
import { notCopied } from '../platform/toasts.ts';
import { IconButton } from './icon-button.tsx';
import { Tooltip } from './tooltip.tsx';

const confirmedMs = 1_500;

const useCopying = () => {
  const { t } = useTranslation();
  const { toasts } = usePlatform();
  const { copied, copy, error } = useClipboard({ timeout: confirmedMs });
  useEffect(() => {
    if (error !== null) toasts.getState().show(notCopied);
  }, [error, toasts]);
  return {
    Icon: copied ? IconCheck : IconCopy,
    status: (
      <span role="status" className="hidden-visually">
        {copied ? t('common.copied') : ''}
      </span>
    ),
    copy,
  };
};

export const CopyButton = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { Icon, status, copy } = useCopying();
  return (
    <>
      <IconButton label={label} onClick={() => copy(text)}>
        <Icon size={16} />
      </IconButton>
      {status}
    </>
  );
};

type TextProps = {
  readonly label: string;
  /** Explains what is copied, if the label does not. */
  readonly title?: string;
  /** Called only on a click, because the text can be long. */
  readonly text: () => string;
};

/** The same with a visible label. */
export const CopyText = ({ label, title, text }: TextProps) => {
  const { Icon, status, copy } = useCopying();
  return (
    <Tooltip label={title}>
      <Button
        leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
        onClick={() => copy(text())}
      >
        {label}
        {status}
      </Button>
    </Tooltip>
  );
};
