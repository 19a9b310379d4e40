/** The saved views below the app's views; each can be renamed, moved and removed in place. */
import { IconFilter } from '@tabler/icons-react';
import { use, useEffect, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SavedView } from '../../../contract/commands/saved-views.ts';
import { shownView } from '../../inbox/saving-views.ts';
import { useLeads } from '../../leads/stores.ts';
import { useSession } from '../../platform/stores.ts';
import { useStores } from '../stores.ts';
import { useAnswer } from '../../platform/use-answer.ts';
import { BusinessTile } from '../../ui/business-tile.tsx';
import { showMenu } from '../../platform/accelerator.ts';
import { useActions } from '../../platform/actions.ts';
import { Folded, Glyph, Item } from './sidebar-item.tsx';
import styles from './sidebar.module.css';

const none: readonly SavedView[] = [];

/** The saved view on the screen. */
export const useShownView = (): SavedView | undefined => {
  const views = useAnswer('savedViews.list', {}).value?.views ?? none;
  const isInbox = useSession(({ screen }) => screen === 'inbox');
  const view = useLeads((state) => shownView(views, state));
  return isInbox ? view : undefined;
};

export const SavedViews = () => {
  const { hintOf } = useActions();
  const { t } = useTranslation();
  const folded = use(Folded);
  const { bridge, savingViews } = useStores();
  const views = useAnswer('savedViews.list', {}).value?.views ?? none;
  const counts = useStore(savingViews, (state) => state.counts);
  const shown = useShownView();
  const hasViews = views.length > 0;
  useEffect(() => (hasViews ? savingViews.getState().count() : undefined), [hasViews, savingViews]);
  if (!hasViews) return null;
  const { show, rename, move, remove } = savingViews.getState();

  const viewAt = (target: EventTarget): { readonly view?: SavedView; readonly at: number } => {
    const item = target instanceof Element ? target.closest('li') : null;
    const at = [...(item?.parentElement?.children ?? [])].indexOf(item as Element);
    const view = views[at];
    return view === undefined ? { at } : { view, at };
  };
  const showMenuOf = (view: SavedView, at: number, button?: DOMRect): Promise<void> => {
    const changes = [
      { label: t('savedViews.rename'), accelerator: 'F2', run: () => rename(view) },
      { label: t('common.up'), accelerator: 'Alt+Up', run: () => move(view, -1) },
      { label: t('common.down'), accelerator: 'Alt+Down', run: () => move(view, 1) },
    ].filter((_, index) => index === 0 || (index === 1 ? at > 0 : at < views.length - 1));
    const removal = { label: t('savedViews.remove'), run: () => remove(view) };
    const below = button && { x: button.left + 16, y: button.bottom };
    return showMenu(bridge, [changes, [removal]], below);
  };
  const openMenu = (event: MouseEvent): void => {
    const { view, at } = viewAt(event.target);
    if (view === undefined) return;
    event.preventDefault();
    const isMouse = event.button === 2;
    void showMenuOf(
      view,
      at,
      isMouse ? undefined : (event.target as Element).getBoundingClientRect(),
    );
  };
  const handleKey = (event: KeyboardEvent): void => {
    const { view } = viewAt(event.target);
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
            icon={folded ? <BusinessTile name={view.name} /> : <Glyph of={IconFilter} />}
            label={view.name}
            current={shown?.savedViewID === view.savedViewID}
            hint={hintOf(`savedView.${index + 1}`)}
            count={counts.get(view.savedViewID)}
            onClick={() => show(view)}
          />
        ))}
      </ul>
    </>
  );
};
