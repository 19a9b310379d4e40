/** The outcome of a lookup: status, duration, and the response as parsed records, table or JSON. */
import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/FloatingIndicator.css';
import { IconListSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import type { LookupKind, LookupResult } from '../../contract/commands/lookup.ts';
import type { Account } from '../../contract/accounts.ts';
import type { Run } from './lookup.ts';
import { AccountFailure } from '../accounts/account-failure.tsx';
import { CopyButton, CopyText } from '../ui/copy-button.tsx';
import { useLate } from '../ui/late.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { toTable } from './response-data.ts';
import { formatJSON } from '../ui/json-lines.ts';
import { ResponseTable } from './response-table.tsx';
import { formatCurl } from '../ui/curl.ts';
import { InApp } from './in-app.tsx';
import styles from './outcome.module.css';

/** Longer texts would block the window; copying includes all of it. */
const maxTextLength = 500_000;

const ResponseJSON = ({ body }: { readonly body: unknown }) => {
  const { t } = useTranslation('lookup');
  const text = useMemo(() => formatJSON(body), [body]);
  return (
    <>
      {/* A region that scrolls must be reachable by the keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.json} tabIndex={0} role="region" aria-label={t('jsonLabel')}>
        {text.slice(0, maxTextLength)}
      </pre>
      {text.length > maxTextLength && (
        <p className={styles.note}>{t('longJSON', { count: maxTextLength })}</p>
      )}
    </>
  );
};

type FailureProps = {
  readonly kind: LookupKind;
  readonly error: Failure;
  readonly account: Account;
};

const leadKinds: readonly LookupKind[] = ['negotiation', 'conversation', 'message'];

const LookupFailure = ({ kind, error, account }: FailureProps) => {
  const { t } = useTranslation('lookup');
  const words = {
    ...t('failures', { returnObjects: true }),
    ...(leadKinds.includes(kind) && t('leadFailures', { returnObjects: true })),
  };
  return <AccountFailure error={error} accountID={account.accountID} words={words} />;
};

const Facts = ({ result }: { readonly result: LookupResult }) => {
  const { t } = useTranslation(['lookup', 'translation']);
  const { outcome, durationMs } = result;
  const status = outcome.state === 'answered' ? outcome.status : outcome.error.status;
  // A failure shows its own trace below.
  const traceID = outcome.state === 'answered' ? outcome.traceID : undefined;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('status')}</dt>
        <dd data-tone={outcome.state === 'answered' ? 'good' : 'bad'}>{status ?? t('noStatus')}</dd>
      </div>
      <div>
        <dt>{t('duration')}</dt>
        <dd>{t('milliseconds', { count: durationMs })}</dd>
      </div>
      {typeof traceID === 'string' && (
        <div>
          <dt>{t('trace')}</dt>
          <dd>
            <bdi className={styles.mono}>{traceID}</bdi>
            <CopyButton text={traceID} label={t('translation:common.copyTrace')} />
          </dd>
        </div>
      )}
    </dl>
  );
};

type View = 'table' | 'json' | 'app';

const ResponseRecords = ({ body }: { readonly body: unknown }) => {
  const { t } = useTranslation('lookup');
  const table = useMemo(() => toTable(body), [body]);
  if (table.rows.length > 0) return <ResponseTable table={table} />;
  return <EmptyState icon={IconListSearch} title={t('empty.title')} text={t('empty.text')} />;
};

type Props = Pick<ComponentProps<typeof InApp>, 'onAdd'> & {
  readonly kind: LookupKind;
  readonly run: Run | undefined;
  readonly account: Account;
};

export const Outcome = ({ kind, run, account, onAdd }: Props) => {
  const { t } = useTranslation('lookup');
  const [chosen, setChosen] = useState<View | null>(null);
  const section = useRef<HTMLElement>(null);
  const isSlow = useLate(run?.isRunning ?? false);
  const nth = run?.nth ?? 0;
  const [initialNth] = useState(nth);
  useEffect(() => {
    if (nth > initialNth) section.current?.scrollIntoView({ block: 'nearest' });
  }, [nth, initialNth]);
  const result = run?.result ?? null;
  const answered = result?.outcome.state === 'answered' ? result.outcome : null;
  const parsedRecords = answered?.parsedRecords ?? [];
  const hasRecords = parsedRecords.length > 0;
  const view =
    chosen === 'app' && !hasRecords ? 'table' : (chosen ?? (hasRecords ? 'app' : 'table'));
  const error = result?.outcome.state === 'failed' ? result.outcome.error : (run?.error ?? null);
  return (
    <section
      ref={section}
      className={styles.outcome}
      aria-labelledby="lookup-outcome-title"
      aria-busy={run?.isRunning ?? false}
    >
      <header className={styles.head}>
        <h2 id="lookup-outcome-title">{t('answer')}</h2>
        {isSlow && <Spinner />}
        {result !== null && <Facts result={result} />}
        <span className={styles.room} />
        {answered !== null && (
          <SegmentedControl
            aria-label={t('views')}
            value={view}
            data={[
              ...(hasRecords ? [{ value: 'app' as const, label: t('app') }] : []),
              { value: 'table', label: t('table') },
              { value: 'json', label: t('json') },
            ]}
            onChange={(next) => setChosen(next)}
          />
        )}
        {answered !== null && view === 'json' && (
          <CopyText label={t('copyJSON')} text={() => formatJSON(answered.body)} />
        )}
        {result !== null && (
          <CopyText
            label={t('copyCurl')}
            title={t('curlHint')}
            text={() => formatCurl(result.request, 'token')}
          />
        )}
      </header>
      <p role="status" className="hidden-visually">
        {run?.isRunning
          ? t('running')
          : result !== null &&
            t(answered === null ? 'failed' : 'answerState', {
              status: answered?.status,
              time: t('milliseconds', { count: result.durationMs }),
            })}
      </p>
      {error !== null && <LookupFailure kind={kind} error={error} account={account} />}
      {answered !== null && view === 'app' && (
        <InApp
          parsedRecords={parsedRecords}
          onAdd={onAdd}
          failure={(failed) => (
            <LookupFailure kind="negotiation" error={failed} account={account} />
          )}
        />
      )}
      {answered !== null && view === 'table' && <ResponseRecords body={answered.body} />}
      {answered !== null && view === 'json' && <ResponseJSON body={answered.body} />}
      {result === null && error === null && (
        <EmptyState icon={IconListSearch} title={t('unasked.title')} text={t('unasked.text')} />
      )}
    </section>
  );
};
