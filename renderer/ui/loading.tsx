/** Replaces a page until its first answer: a spinner, later a note that it is slow, or the failure. */
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import type { QueryName } from '../platform/commands.ts';
import { usePlatform } from '../platform/stores.ts';
import { FailureBox } from './failure-box.tsx';
import { useLate } from './late.ts';
import { SlowLoading } from './slow-loading.tsx';
import { Spinner } from './spinner.tsx';

type Props = {
  /** `value` is undefined before the first answer. */
  readonly answer: { readonly value: unknown; readonly error: Failure | null };
  /** The queries that Retry fetches. */
  readonly queries: readonly QueryName[];
  /** Space above the failure. */
  readonly mt?: number;
};

export const Loading = ({ answer: { value, error }, queries, mt = 0 }: Props) => {
  const { t } = useTranslation();
  const { refetch } = usePlatform().queries;
  const isLate = useLate(value === undefined && error === null);
  if (value !== undefined) return null;
  if (!isLate) return <FailureBox error={error} mt={mt} retry={() => void refetch(...queries)} />;
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Spinner />
      <SlowLoading />
    </div>
  );
};
