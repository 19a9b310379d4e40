/** What can be done with the whole list, beside its search. */
import { IconDots } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { acceleratorOf, nativeEntry } from '../actions/accelerator.ts';
import { actionWords } from '../actions/words.ts';
import { actionOf } from '../actions/registry.ts';
import { useStores } from '../app/stores.ts';
import { IconButton } from '../ui/icon-button.tsx';

/** In groups, with a line between them. */
const offered = [
  ['orderDue', 'orderNewest'],
  ['selectAll', 'saveView'],
  ['exportLeads', 'exportMessages', 'exportJSON'],
];

export const ListMenu = () => {
  const { t, i18n } = useTranslation();
  const stores = useStores();
  const button = useRef<HTMLSpanElement>(null);
  const open = async (): Promise<void> => {
    const words = await actionWords(i18n);
    const actions = offered
      .map((group) =>
        group
          .flatMap((id) => actionOf(id) ?? [])
          .filter(({ isEnabled }) => isEnabled?.(stores) !== false),
      )
      .filter((group) => group.length > 0)
      .flatMap((group, index) => (index === 0 ? group : [null, ...group]));
    const { left, bottom } = button.current?.getBoundingClientRect() ?? { left: 0, bottom: 0 };
    const answer = await stores.bridge.invoke('shell.showMenu', {
      items: actions.map(
        (action) =>
          action &&
          nativeEntry(
            action.title(words, stores),
            acceleratorOf(action),
            action.isChosen?.(stores),
          ),
      ),
      at: { x: left, y: bottom },
    });
    if (answer.ok && answer.value.chosen !== null) actions[answer.value.chosen]?.run(stores);
  };
  return (
    <span ref={button}>
      <IconButton label={t('savedViews.listMenu')} onClick={() => void open()}>
        <IconDots size={18} stroke={1.75} />
      </IconButton>
    </span>
  );
};
