/** The menu of the list, next to its search. */
import { IconDots } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toAccelerator, showMenu } from '../platform/accelerator.ts';
import { loadActionNames } from '../platform/i18n.ts';
import { useActions } from '../platform/actions.ts';
import { usePlatform } from '../platform/stores.ts';
import { IconButton } from '../ui/icon-button.tsx';

const actionGroups = [
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
    const words = await loadActionNames(i18n);
    const groups = actionGroups.map((group) =>
      group
        .flatMap((id) => actions.find(id) ?? [])
        .filter(({ isEnabled }) => isEnabled())
        .map((action) => ({
          label: action.title(words),
          accelerator: toAccelerator(action),
          checked: action.isChosen(),
          run: action.run,
        })),
    );
    const { left, bottom } = button.current?.getBoundingClientRect() ?? { left: 0, bottom: 0 };
    await showMenu(bridge, groups, { x: left, y: bottom });
  };
  return (
    <span ref={button}>
      <IconButton label={t('savedViews.listMenu')} onClick={() => void open()}>
        <IconDots size={18} stroke={1.75} />
      </IconButton>
    </span>
  );
};
