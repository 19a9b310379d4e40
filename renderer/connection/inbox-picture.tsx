/** A small picture of the inbox, drawn with the app's colors and texts for every theme and language. */
import { IconPhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BusinessTile } from '../ui/business-tile.tsx';
import text from '../ui/text.module.css';
import styles from './inbox-picture.module.css';

const leads = [
  { key: 'first', minutes: 3, business: 'Hill Country Plumbing' },
  { key: 'second', minutes: 18, business: 'Lakeway Heating' },
  { key: 'third', minutes: 41, business: 'Hill Country Plumbing' },
] as const;

export const InboxPicture = () => {
  const { t } = useTranslation(['welcome', 'translation']);
  return (
    <div role="img" aria-label={t('picture.label')} className={styles.picture}>
      <div className={styles.list} aria-hidden>
        <p className={styles.title}>
          {t('picture.list')} <span className="tabular">{leads.length}</span>
        </p>
        {leads.map(({ key, minutes, business }) => (
          <div key={key} className={styles.row} data-open={key === 'first'}>
            <p className={styles.line}>
              <span className={styles.dot} />
              <strong>
                <bdi>{t(`picture.leads.${key}.name`)}</bdi>
              </strong>
              <span className="tabular">{t('translation:time.minutes', { count: minutes })}</span>
            </p>
            <p className={styles.line}>
              <BusinessTile name={business} />
              <span className={styles.about}>
                <bdi>{t(`picture.leads.${key}.about`)}</bdi>
              </span>
            </p>
            <p className={styles.text}>
              <bdi>{t(`picture.leads.${key}.text`)}</bdi>
            </p>
          </div>
        ))}
      </div>
      <div className={styles.thread} aria-hidden>
        <p className={styles.head}>
          <strong>
            <bdi>{t('picture.leads.first.name')}</bdi>
          </strong>
          <span className={text.small}>{t('picture.replyBy')}</span>
        </p>
        <div className={styles.request}>
          <p>
            <bdi>{t('picture.leads.first.text')}</bdi>
          </p>
          <p className={styles.facts}>
            <span>{t('picture.time')}</span>
            <span>
              <IconPhoto size={12} /> {t('picture.photos')}
            </span>
          </p>
        </div>
        <div className={styles.composer}>
          <p>
            <bdi>{t('picture.reply')}</bdi>
            <span className={styles.cursor} />
          </p>
          <span className={styles.send}>{t('picture.send')}</span>
        </div>
      </div>
    </div>
  );
};
