/** The menu that snoozes leads until a usual or a chosen time. */
import { ActionIcon, Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { IconZzz } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActions } from '../platform/actions.ts';
import { usePlatform } from '../platform/stores.ts';
import { useTicking } from '../platform/ticker.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { runAfterPaint } from '../ui/late.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { listLaterTimes } from './later-times.ts';
import { PickedTime, useTimeField } from './time-field.tsx';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type PickProps = { readonly onPick: (at: number) => void; readonly onClose: () => void };

const PickTimeDialog = ({ onPick, onClose }: PickProps) => {
  const { t } = useTranslation();
  const { seconds } = usePlatform();
  const { ref, close } = useDialog();
  const { field, pastError, read } = useTimeField(seconds.now() + 24 * hourMs);
  const pick = (): void => {
    const at = read();
    if (at === null) return;
    onPick(at);
    close();
  };
  return (
    <FormDialog
      ref={ref}
      title={t('snooze.pickTitle')}
      submit={t('snooze.set')}
      onSubmit={pick}
      onClose={onClose}
    >
      {field}
      {pastError}
    </FormDialog>
  );
};

type Props = {
  readonly button: ReactNode;
  /** True if a lead is snoozed. */
  readonly canWake: boolean;
  readonly onSnooze: (until: number | null) => void;
  readonly onEnd: () => void;
};

export const SnoozeMenu = ({ button, canWake, onSnooze, onEnd }: Props) => {
  const { getHint } = useActions();
  const { t } = useTranslation();
  const { seconds } = usePlatform();
  const [isPicking, setPicking] = useState(false);
  const now = useTicking(seconds, (at) => at - (at % minuteMs));
  const opening = useAnswer('hours.nextOpening', {}).value?.at ?? null;
  const first = useRef<HTMLButtonElement>(null);
  useFocusBack();
  // The menu has its position only after the paint.
  useEffect(() => runAfterPaint(() => first.current?.focus()), []);
  const snooze = (until: number | null): void => {
    onEnd();
    onSnooze(until);
  };
  if (isPicking)
    return (
      <>
        {button}
        <PickTimeDialog onPick={snooze} onClose={onEnd} />
      </>
    );
  return (
    <Menu
      opened
      onClose={onEnd}
      position="bottom-end"
      withinPortal={false}
      width={260}
      transitionProps={{ duration: 0 }}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon
          aria-label={t('snooze.set')}
          aria-keyshortcuts={getHint('snooze').spoken}
          onClick={onEnd}
        >
          <IconZzz size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('snooze.set')}>
        {canWake && <Menu.Item onClick={() => snooze(null)}>{t('snooze.wake')}</Menu.Item>}
        <Menu.Item
          ref={first}
          rightSection={<PickedTime at={now + hourMs} />}
          onClick={() => snooze(seconds.now() + hourMs)}
        >
          {t('snooze.hour')}
        </Menu.Item>
        {listLaterTimes(now, opening).map(({ name, at }) => (
          <Menu.Item key={name} rightSection={<PickedTime at={at} />} onClick={() => snooze(at)}>
            {t(`later.${name}`)}
          </Menu.Item>
        ))}
        <Menu.Item closeMenuOnClick={false} onClick={() => setPicking(true)}>
          {t('later.pick')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
