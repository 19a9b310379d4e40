/** The buttons for all selected leads. */
import { IconTag, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useActions } from '../platform/actions.ts';
import { allHave } from './bulk.ts';
import { useSelecting } from '../leads/stores.ts';
import { useMember } from '../leads/team.ts';
import { useInboxStores } from './stores.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { markControlNames, markControls } from '../leads/marks.ts';
import { SnoozeButton } from '../leads/snooze-button.tsx';

const iconSize = 18;

export const SelectionActions = () => {
  const { hintOf } = useActions();
  const { t } = useTranslation();
  const { bulk, selecting } = useInboxStores();
  const count = useSelecting((state) => state.count);
  const facts = useSelecting((state) => state.facts);
  const isSnoozing = useSelecting(({ openMenu }) => openMenu === 'snooze');
  const isInTeam = useMember() !== null;
  const canWake = facts !== null && facts.snoozed > 0;
  const isBusy = useStore(bulk, ({ underWay }) => underWay !== null);
  return (
    <div role="group" aria-label={t('selection.summary.actions')} aria-busy={isBusy}>
      {markControlNames.map((name) => {
        const { icon, iconOfSet } = markControls[name];
        const isSet = allHave(name, { count, facts });
        const Icon = isSet ? iconOfSet : icon;
        return (
          <IconButton
            key={name}
            label={t(`marks.${name}.${isSet ? 'unset' : 'set'}`)}
            hint={hintOf(`mark.${name}`)}
            onClick={() => void bulk.getState().toggle(name)}
          >
            <Icon size={iconSize} stroke={1.75} />
          </IconButton>
        );
      })}
      <SnoozeButton
        isOpen={isSnoozing}
        onOpen={(isOpen) => selecting.getState().setOpenMenu(isOpen ? 'snooze' : null)}
        canWake={canWake}
        onSnooze={(until) => void bulk.getState().snooze(until)}
      />
      <IconButton
        label={t('selection.tag')}
        hint={hintOf('tag')}
        onClick={() => selecting.getState().setOpenMenu('tags')}
      >
        <IconTag size={iconSize} stroke={1.75} />
      </IconButton>
      {isInTeam && (
        <IconButton
          label={t('assign.set')}
          hint={hintOf('assign')}
          onClick={() => selecting.getState().setOpenMenu('assign')}
        >
          <IconUserPlus size={iconSize} stroke={1.75} />
        </IconButton>
      )}
    </div>
  );
};
