/** The count, actions and progress of a selection. It covers the search, so that no row moves. */
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useActions } from '../platform/actions.ts';
import { isEmptySelection } from '../leads/selection-model.ts';
import { useSelecting } from '../leads/stores.ts';
import { useInboxStores } from './stores.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { SelectAll } from './select-all.tsx';
import { SelectionActions } from './selection-actions.tsx';
import styles from './selection.module.css';

const Progress = () => {
  const { t } = useTranslation();
  const { bulk } = useInboxStores();
  const underWay = useStore(bulk, (state) => state.underWay);
  if (underWay === null) return null;
  const { isUndo, done, total } = underWay;
  const words = { done: Math.min(done, total), total };
  return (
    <>
      <span className="tabular">
        {t(isUndo ? 'selection.undoProgress' : 'selection.progress', words)}
      </span>
      {!isUndo && (
        <Button variant="link" h={24} px={4} onClick={() => bulk.getState().stop()}>
          {t('selection.stop')}
        </Button>
      )}
      <progress max={total} value={words.done} aria-label={t('selection.label')} />
    </>
  );
};

const Head = () => {
  const { t } = useTranslation();
  const count = useSelecting((state) => state.count);
  const leftCount = useSelecting((state) => state.leftCount);
  return (
    <>
      <span role="status" className={styles.count}>
        {t('selection.count', { count })}
        {leftCount > 0 && (
          <span className={styles.left}>{t('selection.gone', { count: leftCount })}</span>
        )}
      </span>
      <SelectAll />
    </>
  );
};

export const SelectionBar = () => {
  const { hintOf } = useActions();
  const { t } = useTranslation();
  const { bulk, selecting } = useInboxStores();
  const isLong = useStore(bulk, ({ underWay }) => underWay?.isLong === true);
  const isEmpty = useSelecting(({ selection }) => isEmptySelection(selection));
  if (isEmpty && !isLong) return null;
  return (
    <section className={styles.bar} aria-label={t('selection.label')}>
      <div className={styles.line}>{isLong ? <Progress /> : <Head />}</div>
      {!isEmpty && (
        <div className={styles.line}>
          <SelectionActions />
          <span className={styles.clear}>
            <IconButton
              label={t('selection.clear')}
              hint={hintOf('backToList')}
              onClick={() => selecting.getState().clear()}
            >
              <IconX size={18} stroke={1.75} />
            </IconButton>
          </span>
        </div>
      )}
    </section>
  );
};
