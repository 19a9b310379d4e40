/** Pages besides the inbox. Pages for support and partners are collapsed under Advanced. */
import {
  IconChartBar,
  IconChevronRight,
  IconFlask,
  IconListSearch,
  IconMessageBolt,
  IconMessageStar,
  IconPhone,
  IconTool,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { Tooltip } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useActions } from '../../leads/actions.ts';
import type { Screen } from '../../platform/session.ts';
import { useSession } from '../../platform/stores.ts';
import { useAccounts } from '../../accounts/use-accounts.ts';
import { useRememberedChoice } from '../../platform/remembered.ts';
import { Glyph, Item } from './sidebar-item.tsx';
import styles from './sidebar.module.css';

type Pages = Partial<Record<Screen, TablerIcon>>;

const tools = {
  insights: IconChartBar,
  savedReplies: IconMessageBolt,
  phoneNumbers: IconPhone,
  reviews: IconMessageStar,
} as const satisfies Pages;

const advanced = {
  webhooks: IconWebhook,
  lookup: IconListSearch,
  staging: IconFlask,
} as const satisfies Pages;

type Entry = keyof typeof tools | keyof typeof advanced;
type Props = { readonly folded: boolean };

const Entries = ({
  pages,
  folded,
}: Props & { readonly pages: Partial<Record<Entry, TablerIcon>> }) => {
  const { hintOf } = useActions();
  const { t } = useTranslation();
  const screen = useSession((state) => state.screen);
  const go = useSession((state) => state.go);
  return (Object.entries(pages) as [Entry, TablerIcon][]).map(([name, icon]) => (
    <Item
      key={name}
      icon={<Glyph of={icon} />}
      label={t(`sidebar.${name}`)}
      current={screen === name}
      hint={hintOf(`page.${name}`)}
      folded={folded}
      onClick={() => go(name)}
    />
  ));
};

/** Open by default for accounts with test leads and on its own pages. */
const Advanced = ({ folded }: Props) => {
  const { t } = useTranslation();
  const id = useId();
  const isStaging = useAccounts().some(({ environment }) => environment === 'staging');
  const isThere = useSession(({ screen }) => screen !== null && screen in advanced);
  const [open, setOpen] = useRememberedChoice('sidebar.advanced', isStaging || isThere);
  const label = t('sidebar.advanced');
  const toggle = (
    <button
      type="button"
      className={styles.item}
      aria-expanded={open}
      aria-controls={id}
      onClick={() => setOpen(!open)}
    >
      <Glyph of={IconTool} />
      <span className={styles.label}>{label}</span>
      {!folded && <IconChevronRight size={14} stroke={1.75} data-open={open} aria-hidden />}
    </button>
  );
  return (
    <li>
      {folded ? (
        <Tooltip label={label} position="right" openDelay={200}>
          {toggle}
        </Tooltip>
      ) : (
        toggle
      )}
      <ul id={id} aria-label={label} className={styles.advanced} hidden={!open}>
        <Entries pages={advanced} folded={folded} />
      </ul>
    </li>
  );
};

/** The group can be collapsed. */
export const Tools = ({ folded }: Props) => {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useRememberedChoice('sidebar.tools', true);
  return (
    <>
      <h2 className={styles.heading}>
        {folded ? (
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
      <ul id={id} aria-label={t('sidebar.tools')} hidden={!open && !folded}>
        <Entries pages={tools} folded={folded} />
        <Advanced folded={folded} />
      </ul>
    </>
  );
};
