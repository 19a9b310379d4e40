/** The menu of the list, next to its search. */
import { IconDots } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { acceleratorOf, nativeEntry } from '../platform/accelerator.ts';
import { actionWords } from '../platform/i18n.ts';
import { useActions } from '../platform/actions.ts';
import { usePlatform } from '../platform/stores.ts';
import { IconButton } from '../ui/icon-button.tsx';

/** Groups of action ids. */
const offered = [
  ['orderDue', 'orderNewest'],
  ['selectAll', 'saveView'],
  ['exportLeads', 'exportMessages', 'exportJSON'],
];

export const ListMenu = () => {
  const { t, i18n } = useTranslation();
  const { bridge } = usePlatform();
  const actions = useActions();
  const button = useRef<HTMLSpanElement>(null);
  const open = async (): Promise<void> => {
    const words = await actionWords(i18n);
    const entries = offered
      .map((group) =>
        group.flatMap((id) => actions.find(id) ?? []).filter(({ isEnabled }) => isEnabled()),
      )
      .filter((group) => group.length > 0)
      .flatMap((group, index) => (index === 0 ? group : [null, ...group]));
    const { left, bottom } = button.current?.getBoundingClientRect() ?? { left: 0, bottom: 0 };
    const answer = await bridge.invoke('shell.showMenu', {
      items: entries.map(
        (action) =>
          action && nativeEntry(action.title(words), acceleratorOf(action), action.isChosen()),
      ),
      at: { x: left, y: bottom },
    });
    if (answer.ok && answer.value.chosen !== null) entries[answer.value.chosen]?.run();
  };
  return (
    <span ref={button}>
      <IconButton label={t('savedViews.listMenu')} onClick={() => void open()}>
        <IconDots size={18} stroke={1.75} />
      </IconButton>
    </span>
  );
};
