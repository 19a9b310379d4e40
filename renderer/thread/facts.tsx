/** The details of a lead: customer, job status, tags, prices, notes, earlier requests and the team's activity. */
import { Button } from '@mantine/core';
import { IconNote, IconPhoneCall, IconPlus, IconX } from '@tabler/icons-react';
import { Fragment, memo, useDeferredValue, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActions } from '../platform/actions.ts';
import type { LeadDetails, LeadID, LeadRow } from '../../contract/records.ts';
import { useThreadStores } from './stores.ts';
import { useMember } from '../leads/team.ts';
import { loadOnDemand } from '../ui/lazily.tsx';
import { ExternalLink } from '../ui/external-link.tsx';
import {
  formatDateAndTime,
  formatDate,
  toISOTime,
  formatMoney,
  formatPhone,
} from '../platform/format.ts';
import { useLate } from '../ui/late.ts';
import { Customer } from './customer.tsx';
import { Earlier } from './earlier.tsx';
import { JobStatus } from './job-status.tsx';
import { useServiceWords } from './service-words.ts';
import tagStyles from '../leads/tags.module.css';
import texts from '../ui/text.module.css';
import styles from './facts.module.css';

const ActivityList = loadOnDemand(() => import('../leads/activity.tsx'), 'ActivityList');
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
      {hasStayed && <ActivityList of={{ leadID }} initialCount={fewActivities} />}
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

/** A fact that consists of several parts. */
const ListFact = ({
  label,
  items,
}: {
  readonly label: string;
  readonly items: readonly ReactNode[];
}) =>
  items.length > 0 && (
    <Fact label={label}>
      <ul>
        {items.map((item, index) => (
          <li key={index}>{item}</li>
        ))}
      </ul>
    </Fact>
  );

type Props = { readonly details: LeadDetails };
type FactsProps = Props & {
  /** Called when a click scrolls the conversation. */
  readonly onNavigate?: (() => void) | undefined;
};

/** "3 × $10.00 / hours", without missing parts or a factor 0; null if it only repeats the total. */
const formatUnits = (estimate: NonNullable<LeadDetails['estimate']>): string | null => {
  const { pricePerUnit, total, unitQuantity, unitName } = estimate;
  const price = formatMoney(pricePerUnit);
  const isCounted = unitQuantity !== null && unitQuantity > 0;
  if (price === null) return null;
  if (!isCounted && unitName === '' && price === formatMoney(total)) return null;
  return [isCounted ? `${unitQuantity} ×` : '', price, unitName === '' ? '' : `/ ${unitName}`]
    .filter(Boolean)
    .join(' ');
};

const Money = ({ details }: Props) => {
  const { t } = useTranslation();
  const translateValue = useServiceWords();
  const { row, estimate, chargeState, priceParts, refund } = details;
  const price = formatMoney(row.price);
  const total = formatMoney(estimate?.total ?? null);
  const type = estimate === null ? '' : translateValue('estimateTypes', estimate.type);
  const unit = estimate === null ? null : formatUnits(estimate);
  const tax = priceParts?.salesTax?.cents === 0 ? null : formatMoney(priceParts?.salesTax ?? null);
  const subtotal = formatMoney(priceParts?.subtotal ?? null);
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
          {chargeState !== null && <bdi>{translateValue('chargeStates', chargeState)}</bdi>}
          {tax !== null && (
            <small className="tabular">
              {subtotal === null
                ? t('facts.taxOnly', { tax })
                : t('facts.withTax', { subtotal, tax })}
            </small>
          )}
        </Fact>
      )}
      <ListFact
        label={t('facts.refund')}
        items={refund.map(({ name, text }) => (
          <Fragment key={name}>
            {name !== '' && (
              <span className={styles.note}>
                <bdi>{name}</bdi>:{' '}
              </span>
            )}
            <bdi>{text}</bdi>
          </Fragment>
        ))}
      />
    </>
  );
};

const AboutLead = ({ details }: Props) => {
  const { t } = useTranslation();
  const translateValue = useServiceWords();
  const { row, request, leadType, businessPhone } = details;
  return (
    <>
      {leadType !== null && (
        <Fact label={t('facts.leadType')}>
          <bdi>{translateValue('leadTypes', leadType)}</bdi>
        </Fact>
      )}
      <ListFact
        label={t('facts.travel')}
        items={request.travelPreferences.map((value) => (
          <bdi key={value}>{translateValue('travelValues', value)}</bdi>
        ))}
      />
      <Money details={details} />
      {row.status !== '' && (
        <Fact label={t('facts.status')}>
          <bdi>{translateValue('statuses', row.status)}</bdi>
        </Fact>
      )}
      {(row.businessName !== '' || businessPhone !== null) && (
        <Fact label={t('facts.business')}>
          <bdi>{row.businessName}</bdi>
          {businessPhone !== null && (
            <small className="tabular">
              <bdi>{formatPhone(businessPhone)}</bdi>
            </small>
          )}
        </Fact>
      )}
    </>
  );
};

const Tags = ({ row }: { readonly row: LeadRow }) => {
  const { getHint } = useActions();
  const { t } = useTranslation();
  const { tagPicker, leadEditor } = useThreadStores();
  return (
    <div className={tagStyles.list}>
      {row.tags.map((tag) => (
        <span key={tag} className={tagStyles.tag}>
          <bdi className={texts.ellipsis}>{tag}</bdi>
          <button
            type="button"
            aria-label={t('tags.remove', { tag })}
            onClick={() => void leadEditor.untag(row, tag)}
          >
            <IconX size={12} aria-hidden />
          </button>
        </span>
      ))}
      <Button
        variant="link"
        h={24}
        px={0}
        leftSection={<IconPlus size={14} aria-hidden />}
        rightSection={<kbd>{getHint('tag').printed}</kbd>}
        aria-keyshortcuts={getHint('tag').spoken}
        onClick={() => tagPicker.setState({ open: row.leadID })}
      >
        {t('tags.add')}
      </Button>
    </div>
  );
};

/** Newest first; a click scrolls to the note. */
const NoteList = ({ details: { notes }, onNavigate }: FactsProps) => {
  const { t, i18n } = useTranslation();
  const { conversation } = useThreadStores();
  if (notes.length === 0) return null;
  return (
    <section className={styles.notes}>
      <h3>{t('notes.title')}</h3>
      <ul>
        {notes.toReversed().map(({ noteID, kind, at, text }) => {
          const Icon = kind === 'call' ? IconPhoneCall : IconNote;
          return (
            <li key={noteID}>
              <button
                type="button"
                className={styles.noted}
                onClick={() => {
                  conversation.getState().goTo({ in: 'note', id: noteID, at });
                  onNavigate?.();
                }}
              >
                <Icon size={14} aria-hidden />
                <span className="hidden-visually">{t(`notes.kinds.${kind}`)}</span>
                <bdi>{text || t('notes.called')}</bdi>
                <time dateTime={toISOTime(at)} title={formatDateAndTime(at, i18n.language)}>
                  {formatDate(at, i18n.language)}
                </time>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
};

const Details = memo(({ details, onNavigate }: FactsProps) => {
  const { t } = useTranslation();
  return (
    <aside className={styles.facts} aria-label={t('facts.label')}>
      <Customer details={details} />
      <JobStatus key={details.row.leadID} details={details} />
      <dl>
        <Fact label={t('tags.label')}>
          <Tags row={details.row} />
        </Fact>
        <AboutLead details={details} />
        <ListFact
          label={t('facts.links')}
          items={(['requestReview', 'refundRequest'] as const).flatMap((name) => {
            const url = details.links[name];
            if (url === null) return [];
            return (
              <ExternalLink key={name} url={url}>
                {t(`facts.${name}`)}
              </ExternalLink>
            );
          })}
        />
      </dl>
      <NoteList details={details} onNavigate={onNavigate} />
      <Earlier key={`earlier-${details.row.leadID}`} row={details.row} />
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
