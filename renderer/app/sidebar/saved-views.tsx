/** The saved views below the app's views; each can be renamed, moved and removed in place. */
import { IconFilter } from '@tabler/icons-react';
import { use, useEffect, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SavedView } from '../../../contract/commands/saved-views.ts';
import { useShownView } from '../../inbox/shown-view.ts';
import { useStores } from '../stores.ts';
import { useAnswer } from '../../platform/use-answer.ts';
import { BusinessTile } from '../../ui/business-tile.tsx';
import { showMenu } from '../../platform/accelerator.ts';
import { useActions } from '../../platform/actions.ts';
import { Folded, Glyph, Item } from './sidebar-item.tsx';
import styles from './sidebar.module.css';

const none: readonly SavedView[] = [];

export const SavedViews = () => {
  const { getHint } = useActions();
  const { t } = useTranslation();
  const isFolded = use(Folded);
  const { bridge, savingViews } = useStores();
  const views = useAnswer('savedViews.list', {}).value?.views ?? none;
  const counts = useStore(savingViews, (state) => state.counts);
  const shown = useShownView();
  const hasViews = views.length > 0;
  useEffect(
    () => (hasViews ? savingViews.getState().followCounts() : undefined),
    [hasViews, savingViews],
  );
  if (!hasViews) return null;
  const { show, rename, move, remove } = savingViews.getState();

  const findView = (target: EventTarget): SavedView | undefined => {
    const item = target instanceof Element ? target.closest('li') : null;
    return views[[...(item?.parentElement?.children ?? [])].indexOf(item as Element)];
  };
  const openMenu = (event: MouseEvent): void => {
    const view = findView(event.target);
    if (view === undefined) return;
    event.preventDefault();
    const at = views.indexOf(view);
    const up = { label: t('common.up'), accelerator: 'Alt+Up', run: () => move(view, -1) };
    const down = { label: t('common.down'), accelerator: 'Alt+Down', run: () => move(view, 1) };
    const changes = [
      { label: t('savedViews.rename'), accelerator: 'F2', run: () => rename(view) },
      ...(at > 0 ? [up] : []),
      ...(at < views.length - 1 ? [down] : []),
    ];
    const removal = { label: t('savedViews.remove'), run: () => remove(view) };
    // Opened by a key, it is below the focused button.
    const { left, bottom } = (event.target as Element).getBoundingClientRect();
    const position = event.button === 2 ? undefined : { x: left + 16, y: bottom };
    void showMenu(bridge, [changes, [removal]], position);
  };
  const handleKey = (event: KeyboardEvent): void => {
    const view = findView(event.target);
    if (view === undefined) return;
    if (event.key === 'F2') rename(view);
    else if (event.altKey && event.key === 'ArrowUp') move(view, -1);
    else if (event.altKey && event.key === 'ArrowDown') move(view, 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <h2 className={styles.heading}>{t('savedViews.title')}</h2>
      {/* Handles keys and menus of the focused buttons inside. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul aria-label={t('savedViews.title')} onContextMenu={openMenu} onKeyDown={handleKey}>
        {views.map((view, index) => (
          <Item
            key={view.savedViewID}
            icon={isFolded ? <BusinessTile name={view.name} /> : <Glyph of={IconFilter} />}
            label={view.name}
            current={shown?.savedViewID === view.savedViewID}
            hint={getHint(`savedView.${index + 1}`)}
            count={counts.get(view.savedViewID)}
            onClick={() => show(view)}
          />
        ))}
      </ul>
    </>
  );
};
