/** The request to the test endpoint without its credentials, and its response. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TestLead } from './staging.ts';
import { CopyText } from '../ui/copy-button.tsx';
import { formatCurl } from '../ui/curl.ts';
import { formatBody } from '../ui/json-lines.ts';
import stored from '../ui/stored.module.css';
import { Pane, StagingFailure } from './pane.tsx';
import styles from './staging.module.css';

export const CallPane = ({ lead: { call, accountID } }: { readonly lead: TestLead }) => {
  const { t } = useTranslation('staging');
  const { request, answer, outcome, durationMs } = call;
  const body = useMemo(() => formatBody(answer?.body ?? ''), [answer]);
  const error = outcome.state === 'created' ? null : outcome.error;
  return (
    <Pane
      name="call"
      title={t('call.title')}
      actions={
        <CopyText
          label={t('call.copyCurl')}
          title={t('call.curlHint')}
          text={() => formatCurl(request, 'staging')}
        />
      }
    >
      <StagingFailure of="call" error={error} accountID={accountID} />
      <h3>{t('call.request')}</h3>
      <p className={styles.path}>
        <b>{request.method}</b> <bdi>{request.path}</bdi>
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>{t('call.host')}</dt>
          <dd>
            <bdi>{new URL(request.url).host}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('call.credentials')}</dt>
          <dd>{t('call.hidden')}</dd>
        </div>
      </dl>
      <pre className={stored.json}>{formatBody(request.body)}</pre>
      <h3>{t('call.response')}</h3>
      <dl className={styles.facts}>
        <div>
          <dt>{t('call.status')}</dt>
          <dd data-tone={error === null ? 'good' : 'bad'}>
            {answer?.status ?? t('call.noAnswer')}
          </dd>
        </div>
        <div>
          <dt>{t('call.duration')}</dt>
          <dd>{t('call.milliseconds', { count: durationMs })}</dd>
        </div>
      </dl>
      {answer !== null && answer.body === '' && <p className={styles.note}>{t('call.empty')}</p>}
      {answer !== null && answer.body !== '' && (
        <>
          <pre className={stored.json}>{body}</pre>
          <CopyText label={t('call.copyResponse')} text={() => answer.body} />
        </>
      )}
    </Pane>
  );
};
