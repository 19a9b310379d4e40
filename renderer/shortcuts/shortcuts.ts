/** All keys of the window by group: those of actions and those of the composer. */
import { actionGroups, type ActionGroup, type BoundAction } from '../platform/actions.ts';
import type { TranslateAction } from '../platform/i18n.ts';
import { computeFit } from '../ui/fuzzy.ts';
import { formatKey } from '../platform/keyboard.ts';
import { formatSendKeys } from '../leads/send-keys.ts';

export type Shortcut = { readonly title: string; readonly keys: readonly string[] };

export type ShortcutGroup = {
  readonly name: ActionGroup | 'field';
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
};

/** Formats the title of an action for any lead. */
const formatTitle = (action: BoundAction, t: TranslateAction): string =>
  action.forLead?.title(t, null) ?? action.title(t);

/** @param opensNext true if the shorter keys open the next lead (a setting) */
const listComposerKeys = (t: TranslateAction, opensNext: boolean): readonly Shortcut[] => [
  { title: t('actions:field.next'), keys: [formatSendKeys('next', opensNext)] },
  { title: t('actions:field.stay'), keys: [formatSendKeys('stay', opensNext)] },
  { title: t('actions:field.archive'), keys: [formatSendKeys('archive', opensNext)] },
  { title: t('actions:field.slash'), keys: ['/'] },
  { title: t('actions:field.gap'), keys: ['Tab'] },
  { title: t('actions:field.leave'), keys: [formatKey('Escape')] },
];

export const listShortcutGroups = (
  actions: readonly BoundAction[],
  t: TranslateAction,
  opensNext: boolean,
): readonly ShortcutGroup[] => {
  const groups = actionGroups.map((name) => ({
    name,
    title: t(`actions:groups.${name}`),
    shortcuts: actions
      .filter(({ group, keys, isThere }) => group === name && keys.length > 0 && isThere())
      .map((action) => ({ title: formatTitle(action, t), keys: action.keys.map(formatKey) })),
  }));
  const field = {
    name: 'field' as const,
    title: t('actions:sheet.whileWriting'),
    shortcuts: listComposerKeys(t, opensNext),
  };
  return groups.flatMap((group) => (group.name === 'reply' ? [group, field] : [group]));
};

/** Keeps the shortcuts whose name or key matches the input. */
export const filterShortcuts = (
  groups: readonly ShortcutGroup[],
  typed: string,
): readonly ShortcutGroup[] => {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return groups;
  const isMatch = ({ title, keys }: Shortcut): boolean =>
    computeFit(wanted, title) !== null || keys.some((key) => key.toLowerCase() === wanted);
  return groups
    .map((group) => ({ ...group, shortcuts: group.shortcuts.filter(isMatch) }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
};
