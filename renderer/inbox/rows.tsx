/** The visible rows (list-layout.ts), with their keys and their context menu. */
import { useCallback, useMemo, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeadID } from '../../contract/records.ts';
import { useActions } from '../platform/actions.ts';
import { isForComingMenu } from '../leads/snooze-button.tsx';
import { isEmptySelection, isSelected } from '../leads/selection-model.ts';
import { useLeads, useSelecting } from '../leads/stores.ts';
import { useInboxStores } from './stores.ts';
import { countPart, useCounts } from '../leads/counts.ts';
import { useSettings } from '../platform/use-answer.ts';
import { openLeadMenu } from './lead-menu.ts';
import { LeadRow, toRowID } from './lead-row.tsx';
import { computeLayout } from './list-layout.ts';
import { EmptyRow } from './list-states.tsx';
import { useRowScrolling } from './row-scrolling.ts';
import styles from './lead-list.module.css';

/** Number of rows rendered above and below the visible ones. */
const overscan = 6;

export const Rows = ({ height }: { readonly height: number }) => {
  const { t, i18n } = useTranslation();
  const stores = useInboxStores();
  const actions = useActions();
  const { leads, replyFocus, selecting } = stores;
  const rows = useLeads((state) => state.rows);
  const position = useLeads((state) => state.position);
  const length = useLeads((state) => state.length);
  const parts = useLeads((state) => state.parts);
  const layout = useMemo(() => computeLayout(parts, height, length), [parts, height, length]);
  const { counts, businesses } = useCounts();
  const isNamed = businesses.length > 1;
  const order = useSettings()?.newOrder;
  const isLengthKnown = useLeads((state) => state.isLengthKnown);
  const selected = useLeads((state) => state.selected);
  const selection = useSelecting((state) => state.selection);
  const isSelecting = !isEmptySelection(selection);
  const { list, sheet, visible, handlers } = useRowScrolling({
    layout,
    height,
    rows,
    position,
    selected,
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (isForComingMenu(event.key, stores)) return;
    const page = Math.max(1, Math.floor((list.current?.clientHeight ?? height) / height) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -length,
      End: length,
    };
    const by = steps[event.key];
    const { extend, endRange } = selecting.getState();
    if (by !== undefined && event.shiftKey) extend(by);
    else if (by !== undefined) {
      endRange();
      leads.getState().move(by);
    } else if (event.key === 'Enter' && selected !== null) replyFocus.getState().request(selected);
    else return;
    event.preventDefault();
  };

  const onPress = useCallback(
    (event: MouseEvent, leadID: LeadID): void => {
      const { toggle, reach } = selecting.getState();
      if (event.shiftKey) return void reach(leadID);
      if (event.ctrlKey || event.metaKey) return toggle(leadID);
      leads.getState().open(leadID);
    },
    [selecting, leads],
  );
  const onCheck = useCallback(
    (leadID: LeadID): void => selecting.getState().toggle(leadID),
    [selecting],
  );

  /** Opens the menu of the row under the mouse or, by the menu key, of the selected one. */
  const onContextMenu = (event: MouseEvent): void => {
    const byMouse = event.button === 2;
    const target = byMouse
      ? (event.target as Element)
      : selected === null
        ? null
        : document.getElementById(toRowID(selected));
    const element = target?.closest<HTMLElement>('[data-lead-id]');
    const lead = rows.find(({ leadID }) => leadID === element?.dataset['leadId']);
    if (element == null || lead === undefined) return;
    event.preventDefault();
    const { left, bottom } = element.getBoundingClientRect();
    void openLeadMenu(
      stores,
      actions,
      i18n,
      lead,
      byMouse ? undefined : { x: left + 16, y: bottom },
    );
  };

  const start = Math.max(0, visible.first - overscan);
  const end = Math.min(length, visible.last + 1 + overscan);
  const indexes = Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
  const index = rows.findIndex((row) => row.leadID === selected);
  const selectedIndex = position + index;
  // The list refers screen readers to the selected row, so it is always rendered.
  if (index >= 0 && (selectedIndex < start || selectedIndex >= end)) indexes.push(selectedIndex);

  return (
    <div
      ref={list}
      id="lead-list"
      role="listbox"
      aria-multiselectable
      data-selecting={isSelecting}
      aria-label={t('list.label')}
      aria-activedescendant={selected !== null && index >= 0 ? toRowID(selected) : undefined}
      tabIndex={0}
      className={styles.rows}
      {...handlers}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
    >
      <div ref={sheet} className={styles.sheet} style={{ height: layout.height }}>
        {layout.headings.map(({ part, top }) => (
          <div key={part.name} role="presentation" className={styles.heading} style={{ top }}>
            {t(`list.parts.${part.name}`, {
              count: counts === null ? part.length : countPart(counts, part.name),
            })}
            {part.name === 'new' && order !== undefined && <span>{t(`list.order.${order}`)}</span>}
          </div>
        ))}
        {indexes.map((at) => {
          const row = rows[at - position];
          return (
            <div
              key={row?.leadID ?? `at-${at}`}
              className={styles.place}
              style={{ top: layout.computeTop(at) }}
            >
              {row === undefined ? (
                <EmptyRow />
              ) : (
                <LeadRow
                  lead={row}
                  isCurrent={row.leadID === selected}
                  isSelected={isSelecting ? isSelected(selection, row) : row.leadID === selected}
                  position={at + 1}
                  total={isLengthKnown ? length : -1}
                  isNamed={isNamed}
                  onPress={onPress}
                  onCheck={onCheck}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
};
