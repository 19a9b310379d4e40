/** Notice of the last change of a number. */
import { useTranslation } from 'react-i18next';
import { national, type Notice } from './phone-numbers.ts';
import { NoticeLine } from '../ui/notice.tsx';
import { useRefusalWords } from './refusal.tsx';

type Props = { readonly notice: Notice | null; readonly onClose: () => void };

export const NumberNotice = ({ notice, onClose }: Props) => {
  const { t } = useTranslation('phoneNumbers');
  const words = useRefusalWords();
  if (notice === null)
    return <NoticeLine label={t('notice.label')} notice={null} onClose={onClose} />;
  const { what, entry } = notice;
  const number = national(entry.phoneNumber);
  const undo = 'undo' in notice ? notice.undo : null;
  return (
    <NoticeLine
      label={t('notice.label')}
      notice={{
        key: `${what} ${entry.phoneNumber}`,
        what,
        text:
          what === 'failed'
            ? t('notice.failed', { number, ...words(notice.error.code) })
            : t(`notice.${what}`, { number }),
        undo: undo === null ? undefined : () => void undo(),
        takesFocus: what === 'deleted',
        stays: what === 'failed',
      }}
      onClose={onClose}
    />
  );
};
