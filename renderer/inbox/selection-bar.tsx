/** The count, actions and progress of a selection. It covers the search, so that no row moves. */
import { Button } from '@mantine/core';
import { IconTag, IconUserPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { markControlNames, markControls } from '../leads/marks.ts';
import { isEmptySelection, isSelected } from '../leads/selection-model.ts';
import { SnoozeButton } from '../leads/snooze-button.tsx';
import { useLeads, useSelecting } from '../leads/stores.ts';
import { useMember } from '../leads/team.ts';
import { useActions } from '../platform/actions.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { isOnAll } from './bulk.ts';
import { useInboxStores } from './stores.ts';
import styles from './selection.module.css';

const Progress = () => {
  const { t } = useTranslation();
  const { bulk } = useInboxStores();
  const progress = useStore(bulk, (state) => state.progress);
  if (progress === null) return null;
  const { isUndo, done, total } = progress;
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

/** Offers to select the whole view or search once all loaded rows are selected. */
const SelectAll = () => {
  const { t } = useTranslation();
  const { selecting } = useInboxStores();
  const selection = useSelecting((state) => state.selection);
  const count = useSelecting((state) => state.count);
  const rows = useLeads((state) => state.rows);
  const view = useLeads((state) => state.view);
  const isSearch = useLeads(({ query }) => query !== '');
  const length = useLeads((state) => state.length);
  const areRowsSelected = rows.length > 1 && rows.every((row) => isSelected(selection, row));
  if (!areRowsSelected || selection.kind === 'all' || count >= length) return null;
  const label = isSearch
    ? t('selection.allFound')
    : t('selection.all', { total: length, view: t(`views.${view}.name`) });
  return (
    <Button
      variant="link"
      h={24}
      px={4}
      aria-label={label}
      onClick={() => void selecting.getState().selectAll()}
    >
      {isSearch ? label : t('selection.allShort', { total: length })}
    </Button>
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

const SelectionActions = () => {
  const { getHint } = useActions();
  const { t } = useTranslation();
  const { bulk, selecting } = useInboxStores();
  const count = useSelecting((state) => state.count);
  const facts = useSelecting((state) => state.facts);
  const isSnoozing = useSelecting(({ openMenu }) => openMenu === 'snooze');
  const isInTeam = useMember() !== null;
  const isBusy = useStore(bulk, ({ progress }) => progress !== null);
  return (
    <div role="group" aria-label={t('selection.summary.actions')} aria-busy={isBusy}>
      {markControlNames.map((name) => {
        const { icon, iconOfSet } = markControls[name];
        const isSet = isOnAll(name, { count, facts });
        const Icon = isSet ? iconOfSet : icon;
        return (
          <IconButton
            key={name}
            label={t(`marks.${name}.${isSet ? 'unset' : 'set'}`)}
            hint={getHint(`mark.${name}`)}
            onClick={() => void bulk.getState().toggle(name)}
          >
            <Icon size={18} stroke={1.75} />
          </IconButton>
        );
      })}
      <SnoozeButton
        isOpen={isSnoozing}
        onOpen={(isOpen) => selecting.setState({ openMenu: isOpen ? 'snooze' : null })}
        canWake={facts !== null && facts.snoozed > 0}
        onSnooze={(until) => void bulk.getState().snooze(until)}
      />
      <IconButton
        label={t('selection.tag')}
        hint={getHint('tag')}
        onClick={() => selecting.setState({ openMenu: 'tags' })}
      >
        <IconTag size={18} stroke={1.75} />
      </IconButton>
      {isInTeam && (
        <IconButton
          label={t('assign.set')}
          hint={getHint('assign')}
          onClick={() => selecting.setState({ openMenu: 'assign' })}
        >
          <IconUserPlus size={18} stroke={1.75} />
        </IconButton>
      )}
    </div>
  );
};

export const SelectionBar = () => {
  const { getHint } = useActions();
  const { t } = useTranslation();
  const { bulk, selecting } = useInboxStores();
  const isLong = useStore(bulk, ({ progress }) => progress?.isLong === true);
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
              hint={getHint('backToList')}
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
