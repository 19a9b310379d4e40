/** All keys of the window by group: those of actions and those of the composer. */
import { actionGroups, type ActionGroup, type BoundAction } from '../platform/actions.ts';
import type { TranslateAction } from '../platform/i18n.ts';
import { fitOf } from '../ui/fuzzy.ts';
import { printedKey } from '../platform/keyboard.ts';
import { keysOfWay } from '../leads/send-keys.ts';

export type Shortcut = { readonly title: string; readonly keys: readonly string[] };

export type ShortcutGroup = {
  readonly name: ActionGroup | 'field';
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
};

/** The title of an action for any lead. */
const nameOf = (action: BoundAction, t: TranslateAction): string =>
  action.forLead?.title(t, null) ?? action.title(t);

/** @param opensNext the shorter keys open the next lead (a setting) */
const composerKeys = (t: TranslateAction, opensNext: boolean): readonly Shortcut[] => [
  { title: t('actions:field.next'), keys: [keysOfWay('next', opensNext)] },
  { title: t('actions:field.stay'), keys: [keysOfWay('stay', opensNext)] },
  { title: t('actions:field.archive'), keys: [keysOfWay('archive', opensNext)] },
  { title: t('actions:field.slash'), keys: ['/'] },
  { title: t('actions:field.gap'), keys: ['Tab'] },
  { title: t('actions:field.leave'), keys: [printedKey('Escape')] },
];

export const shortcutGroups = (
  actions: readonly BoundAction[],
  t: TranslateAction,
  opensNext: boolean,
): readonly ShortcutGroup[] => {
  const groups = actionGroups.map((name) => ({
    name,
    title: t(`actions:groups.${name}`),
    shortcuts: actions
      .filter(({ group, keys, isThere }) => group === name && keys.length > 0 && isThere())
      .map((action) => ({ title: nameOf(action, t), keys: action.keys.map(printedKey) })),
  }));
  const field = {
    name: 'field' as const,
    title: t('actions:sheet.whileWriting'),
    shortcuts: composerKeys(t, opensNext),
  };
  return groups.flatMap((group) => (group.name === 'reply' ? [group, field] : [group]));
};

/** Shortcuts whose name or key matches the input. */
export const matchingShortcuts = (
  groups: readonly ShortcutGroup[],
  typed: string,
): readonly ShortcutGroup[] => {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return groups;
  const fits = ({ title, keys }: Shortcut): boolean =>
    fitOf(wanted, title) !== null || keys.some((key) => key.toLowerCase() === wanted);
  return groups
    .map((group) => ({ ...group, shortcuts: group.shortcuts.filter(fits) }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
};
