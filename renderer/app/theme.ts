/** Maps our color roles (roles.css) to Mantine. */
import {
  createTheme,
  localStorageColorSchemeManager,
  type CSSVariablesResolver,
} from '@mantine/core';

/** Stores the theme in the window, so that the next start does not flash. */
export const schemeManager = localStorageColorSchemeManager({ key: 'hearthline.theme' });

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
type ButtonColors = { background: string; hover: string; color: string; border?: string };

const quiet = {
  background: 'transparent',
  hover: 'var(--hover)',
  color: 'var(--text-secondary)',
  hoverColor: 'var(--text)',
};

/** `filled`: the main action; `default`: an alternative; `link`: small, next to a text; `danger`: deletes something. */
const variants: Readonly<Record<string, ButtonColors>> = {
  filled: {
    background: 'var(--accent-fill)',
    hover: 'var(--accent-fill-hover)',
    color: 'var(--on-accent)',
  },
  danger: {
    background: 'var(--danger-fill)',
    hover: 'var(--danger-fill-hover)',
    color: 'var(--on-accent)',
  },
  link: { background: 'transparent', hover: 'var(--hover)', color: 'var(--accent)' },
  default: {
    background: 'var(--raised)',
    hover: 'var(--hover)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
  },
};

export const theme = createTheme({
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  defaultRadius: 6,
  cursorType: 'default',
  respectReducedMotion: true,
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  variantColorResolver: ({ variant }) => ({
    border: '1px solid transparent',
    ...(variants[variant] ?? quiet),
  }),
  components: {
    Button: {
      defaultProps: { variant: 'default', size: 'sm', fz: 13, h: 32, px: 12 },
      // Long labels end with an ellipsis; Mantine's flex layout would cut them without one.
      styles: {
        root: { maxWidth: '100%' },
        label: { display: 'block', alignContent: 'center', textOverflow: 'ellipsis' },
      },
    },
    SegmentedControl: { defaultProps: { size: 'sm', radius: 8, withItemsBorders: false } },
    TextInput: { defaultProps: { autoComplete: 'off' } },
    // As high as a button.
    Input: { vars: () => ({ wrapper: { '--input-height': '32px', '--input-fz': '13px' } }) },
    ActionIcon: { defaultProps: { size: 28, variant: 'subtle' } },
  },
});
