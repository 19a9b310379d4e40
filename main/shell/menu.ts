/** The native menu of the app: made anew when what it says has changed, else only enabled and disabled. */
import { Menu } from 'electron';
import type { CommandInput } from '../../contract/commands.ts';
import english from '../../resources/locales/en/menu.json';
import spanish from '../../resources/locales/es/menu.json';
import { menuTemplate } from './menu-template.ts';
import type { AppLanguage } from './spelling.ts';

type Shown = CommandInput<'shell.setMenu'>;

export type AppMenu = {
  /** Shows the window's actions in the menus that they name, and everything in that language. */
  readonly show: (shown: Shown) => void;
};

type Given = {
  readonly developing: boolean;
  /** The language until the window says which. */
  readonly language: AppLanguage;
  /** Called with the id of an action that was chosen. */
  readonly choose: (id: string) => void;
};

const words = { en: english, es: spanish } as const;

/** What of it can be changed without making it anew. */
const withoutState = ({ language, items }: Shown): string =>
  JSON.stringify([language, items.map((item) => ({ ...item, isEnabled: null }))]);

/** Sets the menu, at first with the system's own roles alone. */
export const createMenu = ({ developing, language, choose }: Given): AppMenu => {
  let last = '';
  const show = (shown: Shown): void => {
    const now = withoutState(shown);
    const menu = Menu.getApplicationMenu();
    if (now === last && menu !== null) {
      for (const { id, isEnabled } of shown.items) {
        const item = menu.getMenuItemById(id);
        if (item !== null && item.enabled !== isEnabled) item.enabled = isEnabled;
      }
      return;
    }
    last = now;
    const { platform } = process;
    const { items } = shown;
    const template = menuTemplate({
      platform,
      developing,
      words: words[shown.language],
      items,
      choose,
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };
  show({ language, items: [] });
  return { show };
};
