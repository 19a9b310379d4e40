/** Two buttons that move an item of a list up and down. At an end one of them is off, and keeps the focus. */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';

type Props = {
  /** Position of the item among `count` items. */
  readonly at: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
};

export const MoveButtons = ({ at, count, onMove }: Props) => {
  const { t } = useTranslation();
  if (count < 2) return null;
  return (
    <>
      <IconButton label={t('common.up')} off={at === 0} onClick={() => onMove(at - 1)}>
        <IconArrowUp size={16} stroke={1.75} />
      </IconButton>
      <IconButton label={t('common.down')} off={at === count - 1} onClick={() => onMove(at + 1)}>
        <IconArrowDown size={16} stroke={1.75} />
      </IconButton>
    </>
  );
};
