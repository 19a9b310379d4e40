/** The buttons for all selected leads. */
import { IconTag, IconZzz } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useActions } from '../platform/actions.ts';
import { allHave } from './bulk.ts';
import { useSelecting } from '../leads/stores.ts';
import { useInboxStores } from './stores.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { markControlNames, markControls } from '../leads/marks.ts';
import { lazily } from '../ui/lazily.tsx';

const SnoozeMenu = lazily(() => import('../leads/snooze-menu.tsx'), 'SnoozeMenu');

const iconSize = 18;

/** The buttons of marks, each with the change that it would make. */
const useMarks = () => {
  const { hintOf } = useActions();
  const { t } = useTranslation();
  const { bulk } = useInboxStores();
  const count = useSelecting((state) => state.count);
  const facts = useSelecting((state) => state.facts);
  return markControlNames.map((name) => {
    const { icon, iconOfSet } = markControls[name];
    const isSet = allHave(name, { count, facts });
    return {
      name,
      hint: hintOf(`mark.${name}`),
      Icon: isSet ? iconOfSet : icon,
      label: t(`marks.${name}.${isSet ? 'unset' : 'set'}`),
      run: () => void bulk.getState().toggle(name),
    };
  });
};

const Snooze = () => {
  const { hintOf } = useActions();
  const { t } = useTranslation();
  const { bulk, selecting } = useInboxStores();
  const isMenuOpen = useSelecting(({ openMenu }) => openMenu === 'snooze');
  const canWake = useSelecting(({ facts }) => facts !== null && facts.snoozed > 0);
  const button = (
    <IconButton
      label={t('snooze.set')}
      hint={hintOf('snooze')}
      onClick={() => selecting.getState().setOpenMenu(isMenuOpen ? null : 'snooze')}
    >
      <IconZzz size={iconSize} stroke={1.75} />
    </IconButton>
  );
  if (!isMenuOpen) return button;
  return (
    <Suspense fallback={button}>
      <SnoozeMenu
        button={button}
        canWake={canWake}
        onSnooze={(until) => void bulk.getState().snooze(until)}
        onEnd={() => selecting.getState().setOpenMenu(null)}
      />
    </Suspense>
  );
};

export const SelectionActions = () => {
  const { hintOf } = useActions();
  const { t } = useTranslation();
  const { selecting } = useInboxStores();
  const marks = useMarks();
  const isBusy = useStore(useInboxStores().bulk, ({ underWay }) => underWay !== null);
  return (
    <div role="group" aria-label={t('selection.summary.actions')} aria-busy={isBusy}>
      {marks.map(({ name, hint, Icon, label, run }) => (
        <IconButton key={name} label={label} hint={hint} onClick={run}>
          <Icon size={iconSize} stroke={1.75} />
        </IconButton>
      ))}
      <Snooze />
      <IconButton
        label={t('selection.tag')}
        hint={hintOf('tag')}
        onClick={() => selecting.getState().setOpenMenu('tags')}
      >
        <IconTag size={iconSize} stroke={1.75} />
      </IconButton>
    </div>
  );
};
