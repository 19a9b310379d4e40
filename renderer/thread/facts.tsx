/** The details of a lead: customer, job status, tags, prices, notes and earlier requests. */
import { Button } from '@mantine/core';
import { IconMail, IconPhone, IconPhoneCall } from '@tabler/icons-react';
import { memo, useDeferredValue, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActions } from '../platform/actions.ts';
import type { LeadDetails, LeadID } from '../../contract/records.ts';
import { capabilitiesOf } from '../../contract/generations.ts';
import { useThreadStores } from './stores.ts';
import { useMember } from '../leads/team.ts';
import { onDemand } from '../ui/lazily.tsx';
import { useAccounts } from '../accounts/use-accounts.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { ExternalLink } from '../ui/external-link.tsx';
import { moneyText, phoneLink, phoneNumber } from '../platform/format.ts';
import { useLate } from '../ui/late.ts';
import { Earlier } from './earlier.tsx';
import { NoteList } from './noted.tsx';
import { JobStatus } from './job-status.tsx';
import { useServiceWords } from './known-words.ts';
import { Tags } from './tags.tsx';
import styles from './facts.module.css';

const ActivityList = onDemand(() => import('../leads/activity.tsx'), 'ActivityList');
const fewActivities = 5;

/** The team's activity on the lead; nothing without a team. */
const TeamActivity = ({ leadID }: { readonly leadID: LeadID }) => {
  const { t } = useTranslation();
  const isInTeam = useMember() !== null;
  const hasStayed = useLate(isInTeam, 300);
  if (!isInTeam) return null;
  return (
    <section className={styles.activity}>
      <h3>{t('activity.title')}</h3>
      {hasStayed && <ActivityList of={{ leadID }} few={fewActivities} />}
    </section>
  );
};

type FactProps = { readonly label: string; readonly children: ReactNode };
const Fact = ({ label, children }: FactProps) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

type Props = { readonly details: LeadDetails };
type FactsProps = Props & {
  /** Called when a click scrolls the conversation. */
  readonly onNavigate?: () => void;
};

const Customer = ({ details }: Props) => {
  const { hintOf } = useActions();
  const { t } = useTranslation();
  const { noting } = useThreadStores();
  const { name, email } = details.customer;
  const { accountID } = details.row;
  const account = useAccounts().find((each) => each.accountID === accountID);
  const isOwnNumber = account !== undefined && !capabilitiesOf(account).forwardsCalls;
  return (
    <div className={styles.customer}>
      <h2>
        <bdi>{name || t('list.unnamed')}</bdi>
      </h2>
      {details.customerPhones.length === 0 ? (
        <p className={styles.note}>{t('facts.noPhone')}</p>
      ) : (
        <>
          {details.customerPhones.map((phone) => (
            <div key={phone} className={styles.phone}>
              <IconPhone size={16} stroke={1.75} aria-hidden />
              <ExternalLink
                url={phoneLink(phone)}
                label={t('facts.call', { phone: phoneNumber(phone) })}
              >
                <bdi className="tabular">{phoneNumber(phone)}</bdi>
              </ExternalLink>
              <CopyButton text={phone} label={t('facts.copyPhone')} />
            </div>
          ))}
          <p className={styles.note}>
            {isOwnNumber
              ? t('facts.ownPhone')
              : t('facts.forwarding', { count: details.customerPhones.length })}
          </p>
          {details.accessCode !== null && (
            <p className={styles.note}>{t('facts.accessCode', { code: details.accessCode })}</p>
          )}
        </>
      )}
      {email !== null && (
        <div className={styles.phone}>
          <IconMail size={16} stroke={1.75} aria-hidden />
          <ExternalLink
            url={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}
            label={t('facts.writeTo', { email })}
          >
            <bdi>{email}</bdi>
          </ExternalLink>
          <CopyButton text={email} label={t('facts.copyEmail')} />
        </div>
      )}
      <Button
        variant="default"
        px={12}
        className={styles.logCall}
        leftSection={<IconPhoneCall size={15} stroke={1.75} aria-hidden />}
        rightSection={<kbd>{hintOf('logCall').printed}</kbd>}
        aria-keyshortcuts={hintOf('logCall').spoken}
        onClick={() => void noting.getState().call(details.row.leadID)}
      >
        {t('notes.logCall')}
      </Button>
    </div>
  );
};

/** "3 × $10.00 / hours", without missing parts or a factor 0; null if it only repeats the total. */
const unitWords = (estimate: NonNullable<LeadDetails['estimate']>): string | null => {
  const { pricePerUnit, total, unitQuantity, unitName } = estimate;
  const price = moneyText(pricePerUnit);
  const isCounted = unitQuantity !== null && unitQuantity > 0;
  if (price === null) return null;
  if (!isCounted && unitName === '' && price === moneyText(total)) return null;
  return [isCounted ? `${unitQuantity} ×` : '', price, unitName === '' ? '' : `/ ${unitName}`]
    .filter(Boolean)
    .join(' ');
};

const Money = ({ details }: Props) => {
  const { t } = useTranslation();
  const serviceWords = useServiceWords();
  const { row, estimate, chargeState, priceParts, refund } = details;
  const price = moneyText(row.price);
  const total = moneyText(estimate?.total ?? null);
  const type = estimate === null ? '' : serviceWords('estimateTypes', estimate.type);
  const unit = estimate === null ? null : unitWords(estimate);
  const tax = priceParts?.salesTax?.cents === 0 ? null : moneyText(priceParts?.salesTax ?? null);
  const subtotal = moneyText(priceParts?.subtotal ?? null);
  return (
    <>
      {estimate !== null && (total !== null || type !== '' || unit !== null) && (
        <Fact label={t(type === '' ? 'facts.priceEstimate' : 'facts.estimate')}>
          {total !== null && <strong className="tabular">{total} </strong>}
          <bdi>{type}</bdi>
          {unit !== null && (
            <small className="tabular">
              <bdi>{unit}</bdi>
            </small>
          )}
        </Fact>
      )}
      {(price !== null || chargeState !== null) && (
        <Fact label={t('facts.leadPrice')}>
          {price !== null && <strong className="tabular">{price} </strong>}
          {chargeState !== null && <bdi>{serviceWords('chargeStates', chargeState)}</bdi>}
          {tax !== null && (
            <small className="tabular">
              {subtotal === null
                ? t('facts.taxOnly', { tax })
                : t('facts.withTax', { subtotal, tax })}
            </small>
          )}
        </Fact>
      )}
      {refund.length > 0 && (
        <Fact label={t('facts.refund')}>
          <ul>
            {refund.map(({ name, text }) => (
              <li key={name}>
                {name !== '' && (
                  <span className={styles.note}>
                    <bdi>{name}</bdi>:{' '}
                  </span>
                )}
                <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  );
};

const AboutLead = ({ details }: Props) => {
  const { t } = useTranslation();
  const serviceWords = useServiceWords();
  const { row, request, leadType, businessPhone } = details;
  return (
    <>
      {leadType !== null && (
        <Fact label={t('facts.leadType')}>
          <bdi>{serviceWords('leadTypes', leadType)}</bdi>
        </Fact>
      )}
      {request.travelPreferences.length > 0 && (
        <Fact label={t('facts.travel')}>
          <ul>
            {request.travelPreferences.map((value) => (
              <li key={value}>
                <bdi>{serviceWords('travelValues', value)}</bdi>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <Money details={details} />
      {row.status !== '' && (
        <Fact label={t('facts.status')}>
          <bdi>{serviceWords('statuses', row.status)}</bdi>
        </Fact>
      )}
      {(row.businessName !== '' || businessPhone !== null) && (
        <Fact label={t('facts.business')}>
          <bdi>{row.businessName}</bdi>
          {businessPhone !== null && (
            <small className="tabular">
              <bdi>{phoneNumber(businessPhone)}</bdi>
            </small>
          )}
        </Fact>
      )}
    </>
  );
};

const Details = memo(({ details, onNavigate }: FactsProps) => {
  const { t } = useTranslation();
  const { requestReview, refundRequest } = details.links;
  return (
    <aside className={styles.facts} aria-label={t('facts.label')}>
      <Customer details={details} />
      <JobStatus key={details.row.leadID} details={details} />
      <dl>
        <Fact label={t('tags.label')}>
          <Tags row={details.row} />
        </Fact>
        <AboutLead details={details} />
        {(requestReview !== null || refundRequest !== null) && (
          <Fact label={t('facts.links')}>
            <ul>
              {requestReview !== null && (
                <li>
                  <ExternalLink url={requestReview}>{t('facts.requestReview')}</ExternalLink>
                </li>
              )}
              {refundRequest !== null && (
                <li>
                  <ExternalLink url={refundRequest}>{t('facts.refundRequest')}</ExternalLink>
                </li>
              )}
            </ul>
          </Fact>
        )}
      </dl>
      <NoteList notes={details.notes} onNavigate={onNavigate} />
      <Earlier row={details.row} />
      <TeamActivity key={`team-${details.row.leadID}`} leadID={details.row.leadID} />
    </aside>
  );
});
Details.displayName = 'Details';

/** Renders after the conversation; until then the previous lead's details stay, inert. */
export const Facts = ({ details, onNavigate }: FactsProps) => {
  const shown = useDeferredValue(details);
  return (
    <div className={styles.whole} inert={shown.row.leadID !== details.row.leadID}>
      <Details details={shown} onNavigate={onNavigate} />
    </div>
  );
};
