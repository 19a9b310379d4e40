/** One value of a response: an address as a link, a record as lines, a list as a list. */
import { useTranslation } from 'react-i18next';
import { ExternalLink } from '../ui/external-link.tsx';
import { isAbsent, isRow } from './response-data.ts';
import styles from './outcome.module.css';

const maxDepth = 3;
const maxItems = 20;
const maxTextLength = 1_000;

const isLink = (text: string): boolean => {
  if (!/^https:\/\/\S+$/.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
};

type Props = { readonly value: unknown; readonly depth?: number };

const TextValue = ({ text }: { readonly text: string }) => {
  const isAllowed = isLink(text) && text.length <= maxTextLength;
  if (!isAllowed && !/^http:\/\/\S+$/.test(text))
    return <bdi>{text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text}</bdi>;
  const address = <bdi>{text}</bdi>;
  return (
    <span className={styles.link} title={text}>
      {isAllowed ? <ExternalLink url={text}>{address}</ExternalLink> : address}
    </span>
  );
};

export const Value = ({ value, depth = 0 }: Props) => {
  const { t } = useTranslation('lookup');
  if (isAbsent(value))
    return (
      <span className={styles.absent}>
        <span aria-hidden>–</span>
        <span className="hidden-visually">{t('absent')}</span>
      </span>
    );
  if (typeof value === 'string') return <TextValue text={value} />;
  if (typeof value === 'number') return <span className="tabular">{String(value)}</span>;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (depth >= maxDepth) return <TextValue text={JSON.stringify(value)} />;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return (
      <ul className={styles.list}>
        {items.slice(0, maxItems).map((item, index) => (
          <li key={index}>
            <Value value={item} depth={depth + 1} />
          </li>
        ))}
        {items.length > maxItems && <li>{t('more', { count: items.length - maxItems })}</li>}
      </ul>
    );
  }
  if (!isRow(value)) return null;
  return (
    <dl className={styles.nested}>
      {Object.entries(value)
        .slice(0, maxItems)
        .map(([name, nested]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Value value={nested} depth={depth + 1} />
            </dd>
          </div>
        ))}
    </dl>
  );
};
