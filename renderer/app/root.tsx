/** The window: the current screen with its language and colors. */
import { MantineProvider, useMantineColorScheme } from '@mantine/core';
import type { i18n } from 'i18next';
import { Suspense, useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import { InboxDialogs } from '../inbox/dialogs.tsx';
import type { Area } from '../platform/area.ts';
import { areas } from './areas.ts';
import { Sidebar } from './sidebar/sidebar.tsx';
import { StoresProvider } from './stores-provider.tsx';
import { useLeads } from '../leads/stores.ts';
import { useMember } from '../leads/team.ts';
import { useSession } from '../platform/stores.ts';
import type { Stores } from './stores.ts';
import { isBeforeInbox, type Screen } from '../platform/session.ts';
import { useSettings } from '../platform/use-answer.ts';
import { loadLazily } from '../ui/lazily.tsx';
import { runAfterPaint } from '../ui/late.ts';
import { Tooltips } from '../ui/tooltip.tsx';
import { NoteTypeAhead } from '../thread/note-field.tsx';
import { BackgroundQuestion } from './background-question.tsx';
import { CommandDialogs } from './command-dialogs.tsx';
import { ChordHint } from '../shortcuts/chord-hint.tsx';
import { PhotoViewer } from '../thread/photo-viewer.tsx';
import { TagPicker } from '../leads/tag-picker.tsx';
import { TypeAhead } from '../thread/type-ahead.tsx';
import { News } from '../updates/news.tsx';
import { Toasts } from './toasts.tsx';
import { Bars } from './bars.tsx';
import { FileBar } from './file-bar.tsx';
import { Inbox } from './pages/inbox.tsx';
import { FollowNativeMenu } from './follow-native-menu.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { chooseLanguage, changeLanguage } from '../platform/i18n.ts';
import { setContrast } from './contrast.ts';
import { schemeManager, theme, variables } from './theme.ts';
import styles from './app.module.css';

/** Pages that combine several areas are listed here, others in their area. */
const pages = areas.reduce<NonNullable<Area['screens']>>(
  (all, { screens }) => ({ ...all, ...screens }),
  {
    inbox: Inbox,
    automaticReplies: loadLazily(() => import('./pages/automatic-replies.tsx'), 'AutomaticReplies'),
    staging: loadLazily(() => import('./pages/staging.tsx'), 'Staging'),
    move: loadLazily(() => import('./pages/move.tsx'), 'Move'),
  },
);

/** Marks the document once a screen is visible, for tests. */
const Ready = ({ screen }: { readonly screen: Screen }) => {
  const isListLoaded = useLeads((state) => state.state !== 'loading');
  const isReady = screen !== 'inbox' || isListLoaded;
  useEffect(() => {
    if (!isReady) return;
    return runAfterPaint(() => {
      document.documentElement.dataset.ready = screen;
    });
  }, [isReady, screen]);
  return null;
};

const FollowSettings = ({ words }: { readonly words: i18n }) => {
  const { theme: chosenTheme, contrast, language } = useSettings() ?? {};
  const system = useSession((state) => state.info?.locale ?? navigator.language);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const scheme = chosenTheme === 'system' ? 'auto' : chosenTheme;
  useEffect(() => {
    // Setting the same scheme would compute all styles again.
    if (scheme !== undefined && scheme !== colorScheme) setColorScheme(scheme);
  }, [scheme, colorScheme, setColorScheme]);
  useEffect(() => {
    if (contrast !== undefined) setContrast(contrast);
  }, [contrast]);
  useEffect(() => {
    if (language === undefined) return;
    const shownLanguage = chooseLanguage(language, system);
    localStorage.setItem('hearthline.language', shownLanguage);
    void changeLanguage(words, shownLanguage).then(() => {
      document.documentElement.lang = words.language;
    });
  }, [language, system, words]);
  return null;
};

/** Shows the join page while a team's leads are hidden. */
export const LeaveHiddenLeads = () => {
  const isHidden = useMember()?.isHidden === true;
  const screen = useSession((state) => state.screen);
  const go = useSession((state) => state.go);
  useEffect(() => {
    if (isHidden && screen !== null && !isBeforeInbox(screen)) go('join');
  }, [isHidden, screen, go]);
  return null;
};

const Window = () => {
  const screen = useSession((state) => state.screen);
  if (screen === null) return null;
  const Page = pages[screen];
  return (
    <div className={styles.window}>
      {screen === 'welcome' ? <FileBar /> : <Bars />}
      <BackgroundQuestion />
      <div className={styles.body}>
        {!isBeforeInbox(screen) && <Sidebar />}
        <ErrorBoundary key={screen}>
          <Suspense fallback={<main className={styles.blank} />}>
            {Page !== undefined && <Page />}
            <Ready screen={screen} />
          </Suspense>
        </ErrorBoundary>
      </div>
      <LeaveHiddenLeads />
      <Toasts />
      <TypeAhead />
      <NoteTypeAhead />
      <PhotoViewer />
      <TagPicker />
      <InboxDialogs />
      <CommandDialogs />
      <ChordHint />
      <FollowNativeMenu />
      <News />
    </div>
  );
};

type Props = { readonly stores: Stores; readonly words: i18n; readonly nonce: string };

export const Root = ({ stores, words, nonce }: Props) => (
  <StoresProvider stores={stores}>
    <I18nextProvider i18n={words}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        colorSchemeManager={schemeManager}
        defaultColorScheme="auto"
        withGlobalClasses={false}
        getStyleNonce={() => nonce}
      >
        <FollowSettings words={words} />
        <Tooltips>
          <Window />
        </Tooltips>
      </MantineProvider>
    </I18nextProvider>
  </StoresProvider>
);
