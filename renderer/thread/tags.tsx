/** The tags of the open lead, in its details. */
import { Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useActions } from '../platform/actions.ts';
import type { LeadRow } from '../../contract/records.ts';
import { useLeadStores } from '../leads/stores.ts';
import styles from '../leads/tags.module.css';

export const Tags = ({ row }: { readonly row: LeadRow }) => {
  const { hintOf } = useActions();
  const { t } = useTranslation();
  const { tagging, valuing } = useLeadStores();
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
