/**
 * How Mantine's parts take our colors by role (roles.css). The scheme follows the setting; it is
 * remembered beside the window so that the next start does not flash.
 */
import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorSchemeManager,
} from '@mantine/core';
import type { Settings } from '../../contract/settings.ts';

type Theme = Settings['theme'];
const key = 'hearthline.theme';

const rememberedTheme = (): Theme => {
  const kept = localStorage.getItem(key);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
};
export const rememberTheme = (theme: Theme): void => localStorage.setItem(key, theme);

/** The setting decides; Mantine keeps nothing of its own. */
export const schemeManager: MantineColorSchemeManager = {
  get: () => {
    const theme = rememberedTheme();
    return theme === 'system' ? 'auto' : theme;
  },
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

const roles = {
  '--mantine-color-body': 'var(--pane)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-secondary)',
  '--mantine-color-placeholder': 'var(--text-faint)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-disabled': 'var(--hover)',
  '--mantine-color-disabled-color': 'var(--text-faint)',
  '--menu-item-hover': 'var(--hover)',
  '--mantine-color-gray-1': 'var(--hover)',
  '--mantine-color-gray-3': 'var(--line-strong)',
  '--mantine-color-gray-7': 'var(--text-secondary)',
  '--mantine-color-black': 'var(--text)',
  '--mantine-color-dark-8': 'var(--window)',
  '--mantine-color-dark-6': 'var(--raised)',
  '--mantine-color-dark-5': 'var(--tile)',
  '--mantine-color-dark-4': 'var(--line-strong)',
  '--mantine-color-dark-1': 'var(--text-secondary)',
  '--mantine-primary-color-filled': 'var(--accent-fill)',
  '--mantine-primary-color-filled-hover': 'var(--accent-fill-hover)',
};
export const variables: CSSVariablesResolver = () => ({ variables: {}, light: roles, dark: roles });

export const theme = createTheme({
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  defaultRadius: 6,
  cursorType: 'default',
  respectReducedMotion: true,
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  /** filled: the one thing to do; default: another way; subtle: quiet; link: small, beside a text; danger: takes something away. */
  variantColorResolver: ({ variant }) => {
    switch (variant) {
      case 'filled':
        return {
          background: 'var(--accent-fill)',
          hover: 'var(--accent-fill-hover)',
          color: 'var(--on-accent)',
          border: '1px solid transparent',
        };
      case 'danger':
        return {
          background: 'var(--danger-fill)',
          hover: 'var(--danger-fill-hover)',
          color: 'var(--on-accent)',
          border: '1px solid transparent',
        };
      case 'link':
        return {
          background: 'transparent',
          hover: 'var(--hover)',
          color: 'var(--accent)',
          border: '1px solid transparent',
        };
      case 'default':
        return {
          background: 'var(--raised)',
          hover: 'var(--hover)',
          color: 'var(--text)',
          border: '1px solid var(--line-strong)',
        };
      default:
        return {
          background: 'transparent',
          hover: 'var(--hover)',
          color: 'var(--text-secondary)',
          border: '1px solid transparent',
          hoverColor: 'var(--text)',
        };
    }
  },
  components: {
    Button: {
      defaultProps: { size: 'sm', fz: 13, h: 32, px: 12 },
      // A long name in it ends in an ellipsis: flex, as Mantine has it, cuts without one.
      styles: {
        root: { maxWidth: '100%' },
        label: { display: 'block', alignContent: 'center', textOverflow: 'ellipsis' },
      },
    },
    SegmentedControl: { defaultProps: { size: 'sm', radius: 8, withItemsBorders: false } },
    // As high as a button, beside which they often are.
    Input: { vars: () => ({ wrapper: { '--input-height': '32px', '--input-fz': '13px' } }) },
    ActionIcon: { defaultProps: { size: 28, variant: 'subtle' } },
    Tooltip: {
      defaultProps: {
        openDelay: 500,
        position: 'bottom',
        // Beside its button: inside the landmark, and in the order in which it is read.
        withinPortal: false,
        floatingStrategy: 'fixed',
        fz: 12,
        transitionProps: { duration: 120 },
      },
      styles: { tooltip: { background: 'var(--tooltip)', color: 'var(--on-accent)' } },
    },
  },
});
