/** Why something about phone numbers could not be done: what it means for them, and what to do. */
import { useTranslation } from 'react-i18next';
import type en from '../../resources/locales/en/phoneNumbers.json';
import type { ErrorCode, Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import { AccountProblem } from '../ui/account-problem.tsx';

type Words = { readonly what: string; readonly means: string; readonly act: string };
type Known = keyof (typeof en)['refusals'];

const known: ReadonlySet<string> = new Set<Known>([
  'conflict',
  'rejected',
  'invalid_input',
  'scope_missing',
  'reconnect_needed',
  'forbidden',
  'gone',
  'offline',
  'timeout',
  'rate_limited',
  'service_unavailable',
  'unexpected_answer',
  'outcome_unknown',
]);
const isKnown = (code: ErrorCode): code is Known => known.has(code);

/** The words for a failure: those for numbers, or those that every screen has. */
export const useRefusalWords = (): ((code: ErrorCode) => Words) => {
  const { t } = useTranslation('phoneNumbers');
  const { t: common } = useTranslation();
  return (code) =>
    isKnown(code)
      ? {
          what: t(`refusals.${code}.what`),
          means: t(`refusals.${code}.means`),
          act: t(`refusals.${code}.act`),
        }
      : {
          what: common(`errors.${code}.what`),
          means: common(`errors.${code}.means`),
          act: common(`errors.${code}.act`),
        };
};

type Props = {
  readonly error: Failure;
  readonly accountID: AccountID;
  readonly onRetry?: () => void;
};

export const Refusal = ({ error, accountID, onRetry }: Props) => (
  <AccountProblem
    error={error}
    accountID={accountID}
    words={useRefusalWords()(error.code)}
    otherAccountMay
    retry={onRetry}
  />
);
