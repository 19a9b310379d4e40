/** Adds a booked or proposed time to the system's calendar; a menu offers several times. */
import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LeadDetails } from '../../contract/records.ts';
import { showMenu } from '../platform/accelerator.ts';
import { usePlatform } from '../platform/stores.ts';
import { formatPhone } from '../platform/format.ts';
import type { TimeWindow } from './proposed-times.ts';
import { formatAddress } from '../leads/addresses.ts';
import { useTimes } from './times.tsx';
import styles from './thread.module.css';

export const AddToCalendar = ({ details }: { readonly details: LeadDetails }) => {
  const { t } = useTranslation();
  const { act, bridge } = usePlatform();
  const { row, request, customerPhones } = details;
  const times = useTimes(request, true);
  if (times === null) return null;
  const add = (window: TimeWindow): void => {
    const name = row.customerName || t('list.unnamed');
    void act('calendar.add', {
      id: details.negotiationID || row.leadID,
      title: [request.title || row.category, name].filter(Boolean).join(': ').slice(0, 300),
      place: formatAddress(request.location).join(', ').slice(0, 500),
      notes: [...customerPhones.map(formatPhone), request.description]
        .filter(Boolean)
        .join('\n')
        .slice(0, 20_000),
      start: window.start,
      end: window.end,
      isBooked: times.kind === 'booked',
    });
  };
  const choices = times.lines.flatMap(({ days, windows }) =>
    windows.map((window) => ({ label: `${days} ${window.hours}`, run: () => add(window) })),
  );
  return (
    <Button
      size="compact-sm"
      className={styles.addToCalendar}
      aria-haspopup={choices.length > 1 ? 'menu' : undefined}
      leftSection={<IconCalendarPlus size={15} stroke={1.75} aria-hidden />}
      onClick={() => {
        if (choices.length === 1) choices[0]?.run();
        else void showMenu(bridge, [choices.slice(0, 50)]);
      }}
    >
      {t('facts.addToCalendar')}
    </Button>
  );
};
