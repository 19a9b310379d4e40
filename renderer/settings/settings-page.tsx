/** The settings page: sections, and a search in them. Changes are saved immediately. */
import { Button } from '@mantine/core';
import { useMemo, useRef, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Settings } from '../../contract/settings.ts';
import { usePlatform, useSession } from '../platform/stores.ts';
import { useSettings } from '../platform/use-answer.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import { Page } from '../ui/page.tsx';
import { Appearance } from './appearance.tsx';
import { Background } from './background.tsx';
import { BusinessHoursForm } from './business-hours.tsx';
import { buildSections, settingNamespaces, type Section, type SectionName } from './catalog.ts';
import { Data } from './data.tsx';
import { Notifications } from './notifications.tsx';
import { Replies } from './replies.tsx';
import { isMatch, splitWords } from './search.ts';
import { SearchField } from './search-field.tsx';
import { FoundContext, FoundText, SettingRow, type SectionProps } from './setting-row.tsx';
import { useCurrentSection } from './current-section.ts';
import { Updates } from './updates.tsx';
import styles from './settings.module.css';

const About = () => {
  const { t } = useTranslation('settings');
  const info = useSession((state) => state.info);
  return (
    <SettingRow name="version">
      {info !== null && (
        <span className={styles.version}>
          {t('version', { version: info.version, runtime: info.runtime })}
        </span>
      )}
    </SettingRow>
  );
};

const contents: Readonly<Record<SectionName, ComponentType<SectionProps>>> = {
  appearance: Appearance,
  replies: Replies,
  hours: BusinessHoursForm,
  notifications: Notifications,
  background: Background,
  data: Data,
  updates: Updates,
  about: About,
};

const toHeadingID = (name: SectionName): string => `settings-${name}`;

/** Scrolls to a section and focuses its heading, so that it is announced. */
const goTo = (name: SectionName): void => {
  const heading = document.getElementById(toHeadingID(name));
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
};

const navigation = { getID: toHeadingID, goTo };

const Sections = ({ sections }: { readonly sections: readonly Section[] }) => {
  const { t } = useTranslation('settings');
  const nav = useRef<HTMLElement>(null);
  const names = useMemo(() => sections.map(({ name }) => name), [sections]);
  const [current, choose] = useCurrentSection(nav, names, navigation);
  return (
    <nav ref={nav} className={styles.nav} aria-label={t('sections')}>
      {sections.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          aria-current={current === name ? 'location' : undefined}
          onClick={() => choose(name)}
        >
          {title}
        </button>
      ))}
    </nav>
  );
};

export const SettingsPage = () => {
  const { t } = useTranslation(settingNamespaces);
  const { settings: changes } = usePlatform();
  const settings = useSettings();
  const error = useStore(changes, (state) => state.error);
  const [query, setQuery] = useState('');
  const all = useMemo(() => buildSections(t), [t]);
  const queryWords = useMemo(() => splitWords(query), [query]);
  const sections = useMemo(
    () =>
      all
        .map((section) => ({
          ...section,
          settings: section.settings.filter((setting) => isMatch(queryWords, setting)),
        }))
        .filter((section) => section.settings.length > 0),
    [all, queryWords],
  );
  const found = sections.flatMap((section) => section.settings);
  const count = found.length;
  const set = (part: Partial<Settings>): void => void changes.getState().change(part);
  if (settings === undefined) return <Page title={t('title')}>{null}</Page>;
  return (
    <Page title={t('title')} nav={<Sections sections={sections} />}>
      <SearchField query={query} onChange={setQuery} />
      <p className="hidden-visually" role="status">
        {queryWords.length > 0 && count > 0 && t('found', { count })}
      </p>
      <FailureBox error={error} mt={16} />
      {count === 0 && (
        <div className={styles.nothing} role="status">
          <p>{t('nothing', { query: query.trim() })}</p>
          <Button
            onClick={() => {
              setQuery('');
              document.getElementById('settings-search')?.focus();
            }}
          >
            {t('clear')}
          </Button>
        </div>
      )}
      <FoundContext
        value={{ queryWords, settings: new Map(found.map((each) => [each.name, each])) }}
      >
        {sections.map(({ name, title }) => {
          const Content = contents[name];
          return (
            <section key={name} className={styles.section} aria-labelledby={toHeadingID(name)}>
              <h2 id={toHeadingID(name)} tabIndex={-1}>
                <FoundText text={title} />
              </h2>
              {name === 'hours' && (
                <p>
                  <FoundText text={t('hours:text')} />
                </p>
              )}
              <div className={styles.card}>
                <Content settings={settings} set={set} />
              </div>
            </section>
          );
        })}
      </FoundContext>
    </Page>
  );
};
