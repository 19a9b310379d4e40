/** The failure of a reply. If a colleague answered first, it offers to send the reply anyway. */
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import { usePeople } from '../leads/team.ts';
import { FailureBox } from '../ui/failure-box.tsx';

/** "Ben answered while you were writing." */
export const useAnsweredBy = ({ code, detail = '' }: Failure): string => {
  const { t } = useTranslation();
  const people = usePeople(code === 'colleague_answered' && detail !== '');
  const name = people.find(({ person }) => person === detail)?.name;
  return name === undefined
    ? t('errors.colleague_answered.what')
    : t('message.answeredBy', { name });
};

type Props = { readonly error: Failure; readonly onAnyway: () => void };

export const SendFailure = ({ error, onAnyway }: Props) => {
  const { t } = useTranslation();
  const what = useAnsweredBy(error);
  if (error.code !== 'colleague_answered') return <FailureBox error={error} />;
  const { code, message } = error;
  return (
    <FailureBox
      error={{ code, message }}
      words={{
        what,
        means: t('errors.colleague_answered.means'),
        act: t('errors.colleague_answered.act'),
      }}
      action={{ label: t('message.sendAnyway'), run: onAnyway }}
    />
  );
};
