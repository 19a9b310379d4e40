/** The professional's settings. Each change holds at once. */
import { SegmentedControl, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/InlineInput.css';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Settings } from '../../contract/records.ts';
import styles from '../connection/connection.module.css';
import { useSession, useStores } from '../state/stores.ts';
import { useSettings } from '../state/use-settings.ts';
import { keysOfWay } from '../ui/send-keys.ts';
import { Background } from './background.tsx';
import { BusinessHoursForm } from './business-hours.tsx';
import { Data } from './data.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { Page } from '../ui/page.tsx';
import { FailureBox } from '../ui/failure-box.tsx';

type SettingRowProps = {
  readonly label: string;
  readonly text?: string;
  readonly children: ReactNode;
};
const SettingRow = ({ label, text, children }: SettingRowProps) => (
  <div className={styles.setting}>
    <div>
      {label}
      {text !== undefined && <p>{text}</p>}
    </div>
    {children}
  </div>
);

type ChoiceProps<T extends string> = {
  readonly label: string;
  readonly value: T;
  readonly options: Readonly<Record<T, string>>;
  readonly onChange: (value: T) => void;
};
const Choice = <T extends string>({ label, value, options, onChange }: ChoiceProps<T>) => (
  <SegmentedControl
    aria-label={label}
    value={value}
    data={(Object.entries(options) as [T, string][]).map(([option, text]) => ({
      value: option,
      label: text,
    }))}
    onChange={(next) => onChange(next)}
    size="sm"
  />
);

const sendKeys = keysOfWay('next', true);
const undoChoices = [0, 5, 10, 20, 30];

export const SettingsPage = () => {
  const { t } = useTranslation(['translation', 'hours', 'background', 'data']);
  const { settings: changes } = useStores();
  const settings = useSettings();
  const error = useStore(changes, (state) => state.error);
  const info = useSession((state) => state.info);
  if (settings === undefined) return <Page title={t('settings.title')}>{null}</Page>;
  const set = (part: Partial<Settings>): void => void changes.getState().change(part);
  const undo = [...new Set([...undoChoices, settings.undoSeconds])].toSorted((a, b) => a - b);
  return (
    <Page title={t('settings.title')}>
      {error !== null && (
        <div className={styles.error}>
          <FailureBox error={error} />
        </div>
      )}
      <section className={styles.section}>
        <h2>{t('settings.appearance')}</h2>
        <div className={styles.card}>
          <SettingRow label={t('settings.theme')}>
            <Choice
              label={t('settings.theme')}
              value={settings.theme}
              options={{
                system: t('settings.themes.system'),
                light: t('settings.themes.light'),
                dark: t('settings.themes.dark'),
              }}
              onChange={(theme) => set({ theme })}
            />
          </SettingRow>
          <SettingRow label={t('settings.density')}>
            <Choice
              label={t('settings.density')}
              value={settings.density}
              options={{
                comfortable: t('settings.densities.comfortable'),
                compact: t('settings.densities.compact'),
              }}
              onChange={(density) => set({ density })}
            />
          </SettingRow>
          <SettingRow label={t('settings.language')}>
            <Choice
              label={t('settings.language')}
              value={settings.language}
              options={{
                system: t('settings.languages.system'),
                en: t('settings.languages.en'),
                es: t('settings.languages.es'),
              }}
              onChange={(language) => set({ language })}
            />
          </SettingRow>
        </div>
      </section>
      <section className={styles.section}>
        <h2>{t('settings.replies')}</h2>
        <div className={styles.card}>
          <SettingRow label={t('settings.send', { keys: sendKeys })}>
            <Choice
              label={t('settings.send', { keys: sendKeys })}
              value={settings.sendOpensNext ? 'next' : 'stay'}
              options={{ next: t('settings.sends.next'), stay: t('settings.sends.stay') }}
              onChange={(way) => set({ sendOpensNext: way === 'next' })}
            />
          </SettingRow>
          <SettingRow label={t('settings.undo')} text={t('settings.undoText')}>
            <Choice
              label={t('settings.undo')}
              value={String(settings.undoSeconds)}
              options={Object.fromEntries(
                undo.map((count) => [
                  String(count),
                  count === 0 ? t('settings.undoOff') : t('settings.undoSeconds', { count }),
                ]),
              )}
              onChange={(seconds) => set({ undoSeconds: Number(seconds) })}
            />
          </SettingRow>
        </div>
      </section>
      <section className={styles.section}>
        <h2>{t('hours:title')}</h2>
        <p>{t('hours:text')}</p>
        <div className={styles.card}>
          <BusinessHoursForm
            hours={settings.businessHours}
            onChange={(businessHours) => set({ businessHours })}
          />
        </div>
      </section>
      <section className={styles.section}>
        <h2>{t('settings.notifications')}</h2>
        <div className={styles.card}>
          <SettingRow label={t('settings.notificationsText')}>
            <Switch
              aria-label={t('settings.notificationsText')}
              checked={settings.notifications}
              onChange={(event) => set({ notifications: event.currentTarget.checked })}
            />
          </SettingRow>
          <QuietHours hours={settings.quietHours} onChange={(quietHours) => set({ quietHours })} />
        </div>
      </section>
      <Background />
      <Data />
      {info !== null && (
        <p className={styles.version}>
          {t('settings.version', { version: info.version, runtime: info.runtime })}
        </p>
      )}
    </Page>
  );
};
