/** The window: which screen is shown, in which words and colors. */
import { MantineProvider, useMantineColorScheme } from '@mantine/core';
import type { i18n } from 'i18next';
import { lazy, Suspense, useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import { NamingView } from '../inbox/naming-view.tsx';
import { SelectionTags } from '../inbox/selection-tags.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { StoresProvider } from './stores-provider.tsx';
import { useLeads } from '../leads/stores.ts';
import { useSession } from '../platform/stores.ts';
import type { Stores } from '../actions/stores.ts';
import type { Screen } from '../platform/session.ts';
import { useSettings } from '../platform/use-settings.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { NoteAhead } from '../thread/note-field.tsx';
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
import { languageFor, speak } from '../platform/i18n.ts';
import { rememberContrast } from './contrast.ts';
import { rememberTheme, schemeManager, theme, variables } from './theme.ts';
import styles from './app.module.css';

const BackgroundQuestion = lazy(async () => ({
  default: (await import('./background-question.tsx')).BackgroundQuestion,
}));
const Welcome = lazy(async () => ({
  default: (await import('../connection/welcome.tsx')).Welcome,
}));
const Connect = lazy(async () => ({
  default: (await import('../connection/connect.tsx')).Connect,
}));
const ConnectionPage = lazy(async () => ({
  default: (await import('../connection/connection-page.tsx')).ConnectionPage,
}));
const SettingsPage = lazy(async () => ({
  default: (await import('../settings/settings-page.tsx')).SettingsPage,
}));
const PhoneNumbersPage = lazy(async () => ({
  default: (await import('../phone-numbers/phone-numbers-page.tsx')).PhoneNumbersPage,
}));
const ReviewsPage = lazy(async () => ({
  default: (await import('../reviews/reviews-page.tsx')).ReviewsPage,
}));
const InsightsPage = lazy(async () => ({
  default: (await import('../insights/insights-page.tsx')).InsightsPage,
}));
const SavedRepliesPage = lazy(async () => ({
  default: (await import('../saved-replies/saved-replies-page.tsx')).SavedRepliesPage,
}));
const WebhooksPage = lazy(async () => ({
  default: (await import('../webhooks/webhooks-page.tsx')).WebhooksPage,
}));
const LookupPage = lazy(async () => ({
  default: (await import('../lookup/lookup-page.tsx')).LookupPage,
}));
const Staging = lazy(async () => ({
  default: (await import('./pages/staging.tsx')).Staging,
}));
const Move = lazy(async () => ({
  default: (await import('./pages/move.tsx')).Move,
}));

const pages = {
  welcome: Welcome,
  connect: Connect,
  inbox: Inbox,
  phoneNumbers: PhoneNumbersPage,
  reviews: ReviewsPage,
  insights: InsightsPage,
  savedReplies: SavedRepliesPage,
  webhooks: WebhooksPage,
  lookup: LookupPage,
  staging: Staging,
  connection: ConnectionPage,
  move: Move,
  settings: SettingsPage,
} as const satisfies Record<Screen, unknown>;

/** Marks the document once a screen can be seen, so that tests wait for that and not for a time. */
const Ready = ({ screen }: { readonly screen: Screen }) => {
  const listed = useLeads((state) => state.state !== 'loading');
  const ready = screen !== 'inbox' || listed;
  useEffect(() => {
    if (!ready) return;
    return afterPaint(() => {
      document.documentElement.dataset.ready = screen;
    });
  }, [ready, screen]);
  return null;
};

/** Follows the settings of look and language. */
const FollowSettings = ({ words }: { readonly words: i18n }) => {
  const { theme: wanted, contrast, language } = useSettings() ?? {};
  const system = useSession((state) => state.info?.locale ?? navigator.language);
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (wanted === undefined) return;
    rememberTheme(wanted);
    setColorScheme(wanted === 'system' ? 'auto' : wanted);
  }, [wanted, setColorScheme]);
  useEffect(() => {
    if (contrast !== undefined) rememberContrast(contrast);
  }, [contrast]);
  useEffect(() => {
    if (language === undefined) return;
    const spoken = languageFor(language, system);
    localStorage.setItem('hearthline.language', spoken);
    void speak(words, spoken).then(() => {
      document.documentElement.lang = words.language;
    });
  }, [language, system, words]);
  return null;
};

const Window = () => {
  const screen = useSession((state) => state.screen);
  if (screen === null) return null;
  const Page = pages[screen];
  const framed = screen !== 'welcome' && screen !== 'connect';
  return (
    <div className={styles.window}>
      {screen === 'welcome' ? <FileBar /> : <Bars />}
      {screen === 'inbox' && (
        <Suspense fallback={null}>
          <BackgroundQuestion />
        </Suspense>
      )}
      <div className={styles.body}>
        {framed && <Sidebar />}
        <ErrorBoundary key={screen}>
          <Suspense fallback={<main className={styles.blank} />}>
            <Page />
            <Ready screen={screen} />
          </Suspense>
        </ErrorBoundary>
      </div>
      <Toasts />
      <TypeAhead />
      <NoteAhead />
      <PhotoViewer />
      <TagPicker />
      <SelectionTags />
      <CommandDialogs />
      <ChordHint />
      <FollowNativeMenu />
      <NamingView />
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
        <Window />
      </MantineProvider>
    </I18nextProvider>
  </StoresProvider>
);
