/** Shows whether automatic replies are on or paused; a click pauses or resumes them. */
import { IconMessageForward } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useActions } from '../../platform/actions.ts';
import { useAnswer } from '../../platform/use-answer.ts';
import { Glyph, Item } from './sidebar-item.tsx';

export const SidebarAutomatic = () => {
  const { t } = useTranslation();
  const { find, hintOf } = useActions();
  const { value } = useAnswer('automaticReplies.list', {});
  if (value?.rules.some(({ isOn }) => isOn) !== true) return null;
  return (
    <Item
      icon={<Glyph of={IconMessageForward} />}
      label={t(value.isPaused ? 'automatic.paused' : 'automatic.on')}
      current={false}
      hint={hintOf('pauseAutomatic')}
      dot={value.isPaused ? 'paused' : 'working'}
      onClick={() => void find('pauseAutomatic')?.run()}
    />
  );
};
