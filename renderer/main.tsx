/**
 * Entry of the window. It requests the inbox before rendering, so that the first screen shows the leads.
 */
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/ActionIcon.css';
import '@fontsource-variable/inter/wght.css';
import './app/roles.css';
import './app/base.css';
import { createRoot } from 'react-dom/client';
import { followContrast } from './app/contrast.ts';
import { openBridge } from './platform/bridge.ts';
import { chooseLanguage, createI18n } from './platform/i18n.ts';
import { listenForKeys } from './app/keys.ts';
import { listenForPresses } from './app/presses.ts';
import { Root } from './app/root.tsx';
import { chooseScreen } from './app/start.ts';
import { listen } from './app/listen.ts';
import { buildQuery } from './platform/queries.ts';
import { createStores } from './app/stores.ts';

const isPlain = location.search === '?plain';
if (isPlain) sessionStorage.clear();

const language = chooseLanguage(
  'system',
  localStorage.getItem('hearthline.language') ?? navigator.language,
);
document.documentElement.lang = language;
// Texts and font load while the engine answers.
const wordsLoaded = createI18n(language);
void document.fonts.load("1em 'Inter Variable'");

const stores = createStores(openBridge(window.hearthline), Date.now);
listen(stores, window);
listenForPresses(window);
followContrast();
listenForKeys(stores, window);

void stores.leads.getState().refetch();
void stores.queries.client.prefetchQuery(buildQuery('settings.get', {}));
void stores.queries.client.prefetchQuery(buildQuery('connect.accounts', {}));
void stores.queries.client.prefetchQuery(buildQuery('connection.report', {}));
const screenChosen = chooseScreen(stores, isPlain);

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
const words = await wordsLoaded;
await screenChosen;

const container = document.getElementById('root');
if (container === null) throw new Error('index.html lacks #root');
createRoot(container).render(<Root stores={stores} words={words} nonce={nonce} />);
