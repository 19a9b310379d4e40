/** Pages other than the inbox. Those for support and partners are under Advanced. */
import { IconChevronRight, IconTool } from '@tabler/icons-react';
import { use, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { SidebarPage } from '../../platform/area.ts';
import { sidebarPages } from '../areas.ts';
import { useSession } from '../../platform/stores.ts';
import { useAccounts } from '../../accounts/use-accounts.ts';
import { useRememberedChoice } from '../../platform/remembered.ts';
import { Folded, Glyph, Labeled, PageItem } from './sidebar-item.tsx';
import styles from './sidebar.module.css';

const tools = sidebarPages.filter(({ section }) => section === 'tools');
const advanced = sidebarPages.filter(({ section }) => section === 'advanced');

const Entries = ({ of }: { readonly of: readonly SidebarPage[] }) =>
  of.map(({ screen, icon }) => <PageItem key={screen} screen={screen} icon={icon} />);

/** Open by default if an account has test leads or one of these pages is shown. */
const Advanced = () => {
  const { t } = useTranslation();
  const id = useId();
  const isFolded = use(Folded);
  const isStaging = useAccounts().some(({ environment }) => environment === 'staging');
  const isOnItsPage = useSession((state) => advanced.some(({ screen }) => screen === state.screen));
  const [open, setOpen] = useRememberedChoice('sidebar.advanced', isStaging || isOnItsPage);
  const label = t('sidebar.advanced');
  return (
    <li>
      <Labeled label={label}>
        <button
          type="button"
          className={styles.item}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <Glyph of={IconTool} />
          <span className={styles.label}>{label}</span>
          {!isFolded && <IconChevronRight size={14} stroke={1.75} data-open={open} aria-hidden />}
        </button>
      </Labeled>
      <ul id={id} aria-label={label} className={styles.advanced} hidden={!open}>
        <Entries of={advanced} />
      </ul>
    </li>
  );
};

export const Tools = () => {
  const { t } = useTranslation();
  const id = useId();
  const isFolded = use(Folded);
  const [open, setOpen] = useRememberedChoice('sidebar.tools', true);
  return (
    <>
      <h2 className={styles.heading}>
        {isFolded ? (
          t('sidebar.tools')
        ) : (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {t('sidebar.tools')}
            <IconChevronRight size={14} stroke={1.75} data-open={open} aria-hidden />
          </button>
        )}
      </h2>
      <ul id={id} aria-label={t('sidebar.tools')} hidden={!open && !isFolded}>
        <Entries of={tools} />
        <Advanced />
      </ul>
    </>
  );
};
