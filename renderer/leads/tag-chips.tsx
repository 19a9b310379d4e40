/** The first two tags of a lead, and the number of others. */
import { useTranslation } from 'react-i18next';
import styles from './tag-chips.module.css';

const maxChips = 2;

export const TagChips = ({ tags }: { readonly tags: readonly string[] }) => {
  const { t } = useTranslation();
  if (tags.length === 0) return null;
  const more = tags.slice(maxChips);
  return (
    <span className={styles.tags} title={tags.join(', ')}>
      {tags.slice(0, maxChips).map((tag) => (
        <bdi key={tag} className={styles.tag}>
          {tag}
        </bdi>
      ))}
      {more.length > 0 && (
        <span className={`${styles.tag} ${styles.more}`}>
          <span aria-hidden>{t('tags.more', { more: more.length })}</span>
          <span className="hidden-visually">{more.join(', ')}</span>
        </span>
      )}
    </span>
  );
};
