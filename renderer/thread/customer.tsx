/** The customer of a lead: name, ways to reach them, and a button that logs a call. */
import { Button } from '@mantine/core';
import { IconMail, IconPhone, IconPhoneCall, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { getCapabilities } from '../../contract/generations.ts';
import type { LeadDetails } from '../../contract/records.ts';
import { useAccounts } from '../accounts/use-accounts.ts';
import { useActions } from '../platform/actions.ts';
import { buildPhoneLink, formatPhone } from '../platform/format.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { ExternalLink } from '../ui/external-link.tsx';
import { useThreadStores } from './stores.ts';
import styles from './facts.module.css';

type ContactProps = {
  readonly Icon: TablerIcon;
  readonly url: string;
  readonly label: string;
  readonly text: ReactNode;
  readonly copied: string;
  readonly copyLabel: string;
};
const Contact = ({ Icon, url, label, text, copied, copyLabel }: ContactProps) => (
  <div className={styles.phone}>
    <Icon size={16} stroke={1.75} aria-hidden />
    <ExternalLink url={url} label={label}>
      {text}
    </ExternalLink>
    <CopyButton text={copied} label={copyLabel} />
  </div>
);

export const Customer = ({ details }: { readonly details: LeadDetails }) => {
  const { getHint } = useActions();
  const { t } = useTranslation();
  const { noting } = useThreadStores();
  const { name, email } = details.customer;
  const { accountID } = details.row;
  const account = useAccounts().find((each) => each.accountID === accountID);
  const isOwnNumber = account !== undefined && !getCapabilities(account).hasForwardingNumbers;
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
            <Contact
              key={phone}
              Icon={IconPhone}
              url={buildPhoneLink(phone)}
              label={t('facts.call', { phone: formatPhone(phone) })}
              text={<bdi className="tabular">{formatPhone(phone)}</bdi>}
              copied={phone}
              copyLabel={t('facts.copyPhone')}
            />
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
        <Contact
          Icon={IconMail}
          url={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}
          label={t('facts.writeTo', { email })}
          text={<bdi>{email}</bdi>}
          copied={email}
          copyLabel={t('facts.copyEmail')}
        />
      )}
      <Button
        px={12}
        mt={12}
        leftSection={<IconPhoneCall size={15} stroke={1.75} aria-hidden />}
        rightSection={<kbd>{getHint('logCall').printed}</kbd>}
        aria-keyshortcuts={getHint('logCall').spoken}
        onClick={() => void noting.getState().logCall(details.row.leadID)}
      >
        {t('notes.logCall')}
      </Button>
    </div>
  );
};
