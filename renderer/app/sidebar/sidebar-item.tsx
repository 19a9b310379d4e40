/** An item of the sidebar. While the sidebar is collapsed, its label is a tooltip. */
import type { TablerIcon } from '@tabler/icons-react';
import { createContext, use, useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActions } from '../../platform/actions.ts';
import type { Hint } from '../../platform/keyboard.ts';
import type { PageName } from '../../platform/session.ts';
import { useSession } from '../../platform/stores.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import styles from './sidebar.module.css';

/** True if the sidebar is collapsed to icons. */
export const Folded = createContext(false);

type LabeledProps = { readonly label: string; readonly children: ReactElement<object> };

export const Labeled = ({ label, children }: LabeledProps) => (
  <Tooltip label={use(Folded) ? label : undefined} side="right" delayMs={200}>
    {children}
  </Tooltip>
);

export const Glyph = ({ of: Icon }: { readonly of: TablerIcon }) => (
  <Icon size={18} stroke={1.75} aria-hidden />
);

type ItemProps = {
  readonly icon: ReactNode;
  readonly label: string;
  readonly current?: boolean;
  readonly onClick: () => void;
  readonly count?: number | undefined;
  readonly urgent?: boolean;
  /** Not highlighted even when current. */
  readonly quiet?: boolean;
  readonly dot?: string | undefined;
  readonly hint?: Hint | undefined;
};

export const Item = ({
  icon,
  label,
  current = false,
  onClick,
  count,
  urgent,
  quiet,
  dot,
  hint,
}: ItemProps) => {
  const { t } = useTranslation();
  const isFolded = use(Folded);
  const tooltip = hint === undefined || hint.printed === '' ? label : `${label} (${hint.printed})`;
  const hasCount = count !== undefined && count > 0;
  const button = useRef<HTMLButtonElement>(null);
  // A key or the palette may have selected an item that is out of view.
  useEffect(() => {
    if (current) button.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <li>
      <Labeled label={tooltip}>
        <button
          ref={button}
          type="button"
          className={styles.item}
          data-quiet={quiet}
          aria-current={current ? 'page' : undefined}
          aria-keyshortcuts={hint?.spoken}
          title={isFolded || hint?.printed === '' ? undefined : hint?.printed}
          onClick={onClick}
        >
          {icon}
          {dot !== undefined && <span className={styles.dot} data-health={dot} aria-hidden />}
          <span className={styles.label}>
            <bdi>{label}</bdi>
          </span>
          {hasCount && (
            <span
              className={styles.count}
              data-urgent={urgent}
              title={t('sidebar.leads', { count })}
            >
              {count > 999 ? '999+' : count}
            </span>
          )}
        </button>
      </Labeled>
    </li>
  );
};

type PageItemProps = {
  readonly screen: PageName;
  readonly icon: TablerIcon;
  /** The page's title by default. */
  readonly label?: string | undefined;
  readonly dot?: string;
};

/** Opens a page. */
export const PageItem = ({ screen, icon, label, dot }: PageItemProps) => {
  const { t } = useTranslation();
  const { getHint } = useActions();
  const current = useSession((state) => state.screen === screen);
  const go = useSession((state) => state.go);
  return (
    <Item
      icon={<Glyph of={icon} />}
      label={label ?? t(`pages.${screen}`)}
      current={current}
      hint={getHint(`page.${screen}`)}
      dot={dot}
      onClick={() => go(screen)}
    />
  );
};
