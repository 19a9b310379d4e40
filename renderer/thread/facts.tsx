/** Who asks, for what, where and when, and what the lead costs. */
import { IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeadDetails } from '../../contract/records.ts';
import { useConnection } from '../state/stores.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { ExternalLink } from '../ui/external-link.tsx';
import { dateAndTime, phoneLink, phoneNumber } from '../ui/format.ts';
import { addressLines, useTimes } from './request-words.ts';
import styles from './facts.module.css';

type FactProps = { readonly label: string; readonly children: ReactNode };
const Fact = ({ label, children }: FactProps) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** A word for a value of the service, or the value as it came. */
const useKnown = () => {
  const { t, i18n } = useTranslation();
  return (
    group: 'leadTypes' | 'travelValues' | 'estimateTypes' | 'chargeStates' | 'statuses',
    value: string,
  ): string =>
    i18n.exists(`facts.${group}.${value}`)
      ? t(`facts.${group}.${value}` as 'facts.statuses.Open')
      : value;
};

const Customer = ({ details }: { readonly details: LeadDetails }) => {
  const { t } = useTranslation();
  const { name, phone } = details.customer;
  const { accountID } = details.row;
  // Only v4 gives each lead a forwarding number.
  const isLegacy = useConnection(({ accounts }) =>
    accounts.some((account) => account.accountID === accountID && account.interface === 'legacy'),
  );
  return (
    <div className={styles.customer}>
      <h2>
        <bdi>{name || t('list.unnamed')}</bdi>
      </h2>
      {phone === null ? (
        <p className={styles.note}>{t('facts.noPhone')}</p>
      ) : (
        <>
          <div className={styles.phone}>
            <IconPhone size={16} stroke={1.75} aria-hidden />
            <ExternalLink
              url={phoneLink(phone)}
              label={t('facts.call', { phone: phoneNumber(phone) })}
            >
              <bdi className="tabular">{phoneNumber(phone)}</bdi>
            </ExternalLink>
            <CopyButton text={phone} label={t('facts.copyPhone')} />
          </div>
          <p className={styles.note}>{t(isLegacy ? 'facts.ownPhone' : 'facts.forwarding')}</p>
          {details.accessCode !== null && (
            <p className={styles.note}>{t('facts.accessCode', { code: details.accessCode })}</p>
          )}
        </>
      )}
    </div>
  );
};

const Money = ({ details }: { readonly details: LeadDetails }) => {
  const { t } = useTranslation();
  const known = useKnown();
  const { row, estimate, chargeState, priceParts, refund } = details;
  const unit =
    estimate?.pricePerUnit == null
      ? null
      : [
          estimate.unitQuantity === null ? null : `${estimate.unitQuantity} ×`,
          estimate.pricePerUnit.text,
          estimate.unitName === '' ? null : `/ ${estimate.unitName}`,
        ]
          .filter(Boolean)
          .join(' ');
  return (
    <>
      {estimate !== null && (
        <Fact label={t(estimate.type === '' ? 'facts.priceEstimate' : 'facts.estimate')}>
          {estimate.total !== null && <strong className="tabular">{estimate.total.text} </strong>}
          <bdi>{known('estimateTypes', estimate.type)}</bdi>
          {unit !== null && (
            <small className="tabular">
              <bdi>{unit}</bdi>
            </small>
          )}
        </Fact>
      )}
      {row.price !== null && (
        <Fact label={t('facts.leadPrice')}>
          <strong className="tabular">{row.price.text}</strong>{' '}
          {chargeState !== null && <bdi>{known('chargeStates', chargeState)}</bdi>}
          {priceParts !== null &&
            priceParts.salesTax !== null &&
            priceParts.salesTax.cents !== 0 && (
              <small className="tabular">
                {t('facts.withTax', {
                  subtotal: priceParts.subtotal?.text ?? '',
                  tax: priceParts.salesTax.text,
                })}
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

const Request = ({ details }: { readonly details: LeadDetails }) => {
  const { t, i18n } = useTranslation();
  const known = useKnown();
  const { row, request, leadType, businessPhone } = details;
  const address = addressLines(request.location);
  const times = useTimes(request);
  return (
    <>
      <Fact label={t('facts.category')}>
        <bdi>{row.category}</bdi>
      </Fact>
      {leadType !== null && (
        <Fact label={t('facts.leadType')}>
          <bdi>{known('leadTypes', leadType)}</bdi>
        </Fact>
      )}
      {address.length > 0 && (
        <Fact label={t('facts.where')}>
          <div className={styles.copied}>
            <address>
              {address.map((line) => (
                <bdi key={line}>{line}</bdi>
              ))}
            </address>
            <CopyButton text={address.join('\n')} label={t('facts.copyAddress')} />
          </div>
        </Fact>
      )}
      <Fact label={times[0]?.kind === 'booked' ? t('facts.booked') : t('facts.when')}>
        {request.schedule !== '' && (
          <p className={styles.lines}>
            <bdi>{request.schedule}</bdi>
          </p>
        )}
        {times.length === 0 ? (
          request.schedule === '' && <span className={styles.note}>{t('facts.noTimes')}</span>
        ) : (
          <ul>
            {times.map((time) => (
              <li key={time.text}>{time.text}</li>
            ))}
          </ul>
        )}
      </Fact>
      {request.travelPreferences.length > 0 && (
        <Fact label={t('facts.travel')}>
          <ul>
            {request.travelPreferences.map((value) => (
              <li key={value}>
                <bdi>{known('travelValues', value)}</bdi>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <Money details={details} />
      {row.status !== '' && (
        <Fact label={t('facts.status')}>
          <bdi>{known('statuses', row.status)}</bdi>
        </Fact>
      )}
      <Fact label={t('facts.business')}>
        <bdi>{row.businessName}</bdi>
        {businessPhone !== null && (
          <small className="tabular">
            <bdi>{phoneNumber(businessPhone)}</bdi>
          </small>
        )}
      </Fact>
      <Fact label={t('facts.received')}>{dateAndTime(row.createdAt, i18n.language)}</Fact>
    </>
  );
};

export const Facts = ({ details }: { readonly details: LeadDetails }) => {
  const { t } = useTranslation();
  const { requestReview, refundRequest } = details.links;
  return (
    <aside className={styles.facts} aria-label={t('facts.label')}>
      <Customer details={details} />
      <dl>
        <Request details={details} />
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
    </aside>
  );
};
