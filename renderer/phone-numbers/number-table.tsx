/** The registered numbers of a business, and the deleted ones on request. */
import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhoneNumber } from '../../contract/commands/phone-numbers.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatDateAndTime } from '../platform/format.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useAge } from '../ui/time-words.ts';
import { formatNational } from './phone-numbers.ts';
import styles from './phone-numbers.module.css';

const LastUsed = ({ at }: { readonly at: number }) => {
  const { i18n } = useTranslation('phoneNumbers');
  return <span title={formatDateAndTime(at, i18n.language)}>{useAge(at)}</span>;
};

type RowProps = { readonly number: PhoneNumber; readonly actions: ReactNode };

const NumberRow = ({ number, actions }: RowProps) => {
  const { t } = useTranslation('phoneNumbers');
  return (
    <tr data-number={number.phoneNumber} data-deleted={number.isDeleted}>
      <th scope="row">
        <span className={styles.national}>{formatNational(number.phoneNumber)}</span>
        <span className={styles.e164}>{number.phoneNumber}</span>
      </th>
      <td>
        {number.name === '' ? (
          <span className={styles.faint}>{t('table.noName')}</span>
        ) : (
          <bdi>{number.name}</bdi>
        )}
      </td>
      <td className={styles.used}>
        {number.lastUsedAt === null ? (
          <span className={styles.faint}>{t('table.neverUsed')}</span>
        ) : (
          <LastUsed at={number.lastUsedAt} />
        )}
      </td>
      <td>
        <div className={styles.rowActions}>{actions}</div>
      </td>
    </tr>
  );
};

type TableProps = { readonly label: string; readonly children: ReactNode };

const Table = ({ label, children }: TableProps) => {
  const { t } = useTranslation('phoneNumbers');
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('table.number')}</th>
          <th scope="col">{t('table.name')}</th>
          <th scope="col">{t('table.lastUsed')}</th>
          <th scope="col">
            <span className="hidden-visually">{t('table.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
};

type Props = {
  readonly business: string;
  readonly numbers: readonly PhoneNumber[];
  /** Ids of numbers with a running change. */
  readonly busy: ReadonlySet<string>;
  readonly onEdit: (number: PhoneNumber) => void;
  readonly onDelete: (number: PhoneNumber) => void;
  readonly onRegisterAgain: (number: PhoneNumber) => void;
};

export const NumberTable = ({ business, numbers, onEdit, onDelete }: Props) => {
  const { t } = useTranslation('phoneNumbers');
  const registered = numbers.filter((number) => !number.isDeleted);
  return (
    <Table label={t('table.label', { business })}>
      {registered.map((number) => {
        const label = { number: formatNational(number.phoneNumber) };
        return (
          <NumberRow
            key={number.phoneNumberID}
            number={number}
            actions={
              <>
                <CopyButton text={number.phoneNumber} label={t('copy', label)} />
                <IconButton label={t('edit', label)} onClick={() => onEdit(number)}>
                  <IconPencil size={16} />
                </IconButton>
                <IconButton label={t('delete', label)} onClick={() => onDelete(number)}>
                  <IconTrash size={16} />
                </IconButton>
              </>
            }
          />
        );
      })}
    </Table>
  );
};

export const DeletedNumbers = ({ business, numbers, busy, onRegisterAgain }: Props) => {
  const { t } = useTranslation('phoneNumbers');
  const [isShown, setShown] = useState(false);
  const deleted = numbers.filter((number) => number.isDeleted);
  const registered = new Set(
    numbers.filter((number) => !number.isDeleted).map((number) => number.phoneNumber),
  );
  if (deleted.length === 0) return null;
  const Chevron = isShown ? IconChevronDown : IconChevronRight;
  return (
    <section className={styles.deleted}>
      <Button
        variant="subtle"
        px={8}
        aria-expanded={isShown}
        leftSection={<Chevron size={16} aria-hidden />}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? t('deleted.hide') : t('deleted.show', { count: deleted.length })}
      </Button>
      {isShown && (
        <Table label={t('table.deletedLabel', { business })}>
          {deleted.map((number) => (
            <NumberRow
              key={number.phoneNumberID}
              number={number}
              actions={
                registered.has(number.phoneNumber) ? (
                  <span className={styles.faint}>{t('deleted.isBack')}</span>
                ) : (
                  <BusyButton
                    variant="link"
                    px={8}
                    h={28}
                    busy={busy.has(number.phoneNumberID)}
                    aria-label={t('deleted.againLabel', {
                      number: formatNational(number.phoneNumber),
                    })}
                    onClick={() => onRegisterAgain(number)}
                  >
                    {t('deleted.again')}
                  </BusyButton>
                )
              }
            />
          ))}
        </Table>
      )}
    </section>
  );
};
