/** News since the previous version, and the copy of the database made before its migration. */
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import changelog from '../../CHANGELOG.md?raw';
import type { CommandOutput } from '../../contract/commands.ts';
import { useUpdateStores } from './stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { formatCalendarDate, formatDateAndTime } from '../platform/format.ts';
import { listNewVersions, parseChangelog, type ChangelogVersion } from './changelog.ts';
import styles from './whats-new.module.css';

const Version = ({ release }: { readonly release: ChangelogVersion }) => {
  const { t, i18n } = useTranslation('updates');
  const { version, date, parts } = release;
  const titles: Readonly<Record<string, string>> = t('parts', { returnObjects: true });
  return (
    <section className={styles.version}>
      <h3>
        {t('numbered', { version })}
        {date !== null && <span> {formatCalendarDate(date, i18n.language)}</span>}
      </h3>
      {parts.map(({ title, items }, part) => (
        <div key={part}>
          {title !== '' && <h4>{titles[title] ?? title}</h4>}
          <ul lang="en">
            {items.map((item, index) => (
              <li key={index}>{item}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
};

type DatabaseCopy = NonNullable<CommandOutput<'whatsNew.backup'>['backup']>;

const OlderCopy = ({ copy }: { readonly copy: DatabaseCopy }) => {
  const { t, i18n } = useTranslation('updates');
  const { name, folder, at } = copy;
  return (
    <section className={styles.copy}>
      <h3>{t('copyTitle')}</h3>
      <p>{t('copyText', { time: formatDateAndTime(at, i18n.language) })}</p>
      <dl>
        <dt>{t('copyFile')}</dt>
        <dd>
          <bdi>{name}</bdi>
        </dd>
        <dt>{t('copyFolder')}</dt>
        <dd>
          <bdi>{folder}</bdi>
        </dd>
      </dl>
    </section>
  );
};

export const WhatsNew = () => {
  const { t } = useTranslation(['updates', 'translation']);
  const { bridge, news } = useUpdateStores();
  const { ref, close } = useDialog();
  const release = useAnswer('whatsNew.get', {}).value;
  const backup = useAnswer('whatsNew.backup', {}).value?.backup ?? null;
  useEffect(() => void bridge.invoke('whatsNew.seen', {}), [bridge]);
  const versions =
    release === undefined
      ? []
      : listNewVersions(parseChangelog(changelog), release.version, release.since);
  return (
    <Dialog
      ref={ref}
      title={t('whatsNew')}
      isDone
      action={
        <Button variant="filled" onClick={close}>
          {t('translation:common.close')}
        </Button>
      }
      onClose={() => news.setState({ isOpen: false })}
    >
      {/* Scrolls, so the keyboard must reach it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.content} role="region" aria-label={t('whatsNew')} tabIndex={0}>
        {backup !== null && <OlderCopy copy={backup} />}
        {release !== undefined && versions.length === 0 && (
          <p>{t('nothingSaid', { version: release.version })}</p>
        )}
        {versions.map((each) => (
          <Version key={each.version} release={each} />
        ))}
      </div>
    </Dialog>
  );
};
