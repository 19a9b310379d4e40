/** Leads to the section of the connection page where the way to this computer is set up. */
import type { PlatformStores } from '../platform/stores.ts';

/** Goes there, and scrolls to the section once the page has it, unless somebody has gone on by then. */
export const showTunnel = ({ session }: Pick<PlatformStores, 'session'>): void => {
  const watcher = new MutationObserver(() => {
    const title = document.getElementById('tunnel-title');
    if (title === null) return;
    title.scrollIntoView();
    end();
  });
  session.getState().go('connection');
  const left = session.subscribe(({ screen }) => {
    if (screen !== 'connection') end();
  });
  const end = (): void => {
    watcher.disconnect();
    left();
  };
  watcher.observe(document.body, { childList: true, subtree: true });
};
