/** The native menu. It is rebuilt only if more than the enabled state of items changed. */
import { Menu } from 'electron';
import type { CommandInput } from '../../contract/commands.ts';
import { buildMenuTemplate } from './menu-template.ts';
import { menuWords, type AppLanguage } from './words.ts';

type MenuState = CommandInput<'shell.setMenu'>;

const describeStructure = ({ language, items }: MenuState): string =>
  JSON.stringify([language, items.map((item) => ({ ...item, isEnabled: null }))]);

/** Sets the menu, at first only with the system's roles. */
export const createMenu = (dependencies: {
  readonly isDevelopment: boolean;
  /** The language until the window sends one. */
  readonly language: AppLanguage;
  readonly choose: (id: string) => void;
}) => {
  const { isDevelopment, language, choose } = dependencies;
  let lastStructure = '';
  const show = (state: MenuState): void => {
    const structure = describeStructure(state);
    const menu = Menu.getApplicationMenu();
    if (structure === lastStructure && menu !== null) {
      for (const { id, isEnabled } of state.items) {
        const item = menu.getMenuItemById(id);
        if (item !== null && item.enabled !== isEnabled) item.enabled = isEnabled;
      }
      return;
    }
    lastStructure = structure;
    const template = buildMenuTemplate({
      platform: process.platform,
      isDevelopment,
      words: menuWords[state.language],
      items: state.items,
      choose,
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };
  show({ language, items: [] });
  return { show };
};
