/** What the desktop is told, and when it is quiet. */
import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/InlineInput.css';
import { QuietHours } from './quiet-hours.tsx';
import type { SectionProps } from './section-props.ts';
import { SettingRow } from './setting-row.tsx';

export const Notifications = ({ settings, set }: SectionProps) => (
  <>
    <SettingRow name="notices">
      {(label) => (
        <Switch
          aria-label={label}
          checked={settings.notifications}
          onChange={(event) => set({ notifications: event.currentTarget.checked })}
        />
      )}
    </SettingRow>
    <QuietHours hours={settings.quietHours} onChange={(quietHours) => set({ quietHours })} />
  </>
);
