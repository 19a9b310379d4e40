/** Sidebar: views, businesses, pages and connection health. Collapses to icons in narrow windows. */
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Flame } from '../../ui/flame.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useRememberedChoice } from '../../platform/remembered.ts';
import { useLayoutWidth } from '../../ui/width.ts';
import { SavedViews } from './saved-views.tsx';
import { Folded } from './sidebar-item.tsx';
import { Foot } from './sidebar-foot.tsx';
import { Tools } from './sidebar-tools.tsx';
import { Businesses, Views } from './sidebar-views.tsx';
import styles from './sidebar.module.css';

export const Sidebar = () => {
  const { t } = useTranslation();
  const width = useLayoutWidth();
  const [isFoldedByChoice, setFolded] = useRememberedChoice('sidebar.folded', false);
  const canExpand = width === 'full' || width === 'wide';
  const isFolded = isFoldedByChoice || !canExpand;
  return (
    <nav className={styles.sidebar} data-folded={isFolded} aria-label={t('sidebar.label')}>
      <div className={styles.brand}>
        <Flame size={24} />
        <span className={styles.label}>{t('app.name')}</span>
        {!isFolded && (
          <IconButton label={t('sidebar.collapse')} onClick={() => setFolded(true)}>
            <IconLayoutSidebarLeftCollapse size={18} stroke={1.75} />
          </IconButton>
        )}
      </div>
      <Folded value={isFolded}>
        <div className={styles.scroll}>
          <Views />
          <SavedViews />
          <Businesses />
          <Tools />
        </div>
        {canExpand && isFolded && (
          <div className={styles.expand}>
            <IconButton label={t('sidebar.expand')} onClick={() => setFolded(false)}>
              <IconLayoutSidebarLeftExpand size={18} stroke={1.75} />
            </IconButton>
          </div>
        )}
        <Foot />
      </Folded>
    </nav>
  );
};
