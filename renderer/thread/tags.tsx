/** The tags of the open lead, in its details. */
import { Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { hintOf } from '../actions/registry.ts';
import type { LeadRow } from '../../contract/records.ts';
import { useStores } from '../app/stores.ts';
import styles from './tags.module.css';

export const Tags = ({ row }: { readonly row: LeadRow }) => {
  const { t } = useTranslation();
  const { tagging, valuing } = useStores();
  return (
    <div className={styles.list}>
      {row.tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          <bdi>{tag}</bdi>
          <button
            type="button"
            aria-label={t('tags.remove', { tag })}
            onClick={() => void valuing.untag(row, tag)}
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
        rightSection={<kbd>{hintOf('tag').printed}</kbd>}
        aria-keyshortcuts={hintOf('tag').spoken}
        onClick={() => tagging.setState({ open: row.leadID })}
      >
        {t('tags.add')}
      </Button>
    </div>
  );
};
