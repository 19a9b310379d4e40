/** The saved replies above the composer that match the query after `/`, loaded on demand. */
import { chooseText, buildValues } from '../../contract/template.ts';
import { Button } from '@mantine/core';
import { Fragment, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import type { SavedReply } from '../../contract/commands/saved-replies.ts';
import type { LeadRow } from '../../contract/records.ts';
import { useReplyLanguage } from '../leads/use-reply-language.ts';
import { TemplateText } from '../leads/template-text.tsx';
import { useSession } from '../platform/stores.ts';
import { AddStarters } from '../leads/add-starters.tsx';
import { formatKey } from '../platform/keyboard.ts';
import styles from './reply-picker.module.css';

type Props = {
  readonly row: LeadRow;
  /** The matching ones; null while they load. */
  readonly replies: readonly SavedReply[] | null;
  readonly error: Failure | null;
  readonly hasAny: boolean;
  readonly chosen: number;
  readonly onChoose: (reply: SavedReply) => void;
};

const Options = ({
  row,
  replies,
  chosen,
  onChoose,
}: Props & { replies: readonly SavedReply[] }) => {
  const { t } = useTranslation();
  const { language } = useReplyLanguage(row);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <ul ref={list} id="saved-replies" role="listbox" aria-label={t('savedReply.title')}>
      {replies.map((reply, index) => (
        // The composer has the focus and handles the keys.
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events
        <li
          key={reply.savedReplyID}
          id={`saved-replies-${index}`}
          role="option"
          aria-selected={index === chosen}
          onClick={() => onChoose(reply)}
        >
          <bdi className={styles.name}>{reply.name}</bdi>
          <bdi className={styles.text}>
            <TemplateText text={chooseText(reply, language)} values={buildValues(row)} />
          </bdi>
        </li>
      ))}
    </ul>
  );
};

export const ReplyPicker = (props: Props) => {
  const { replies, error, hasAny } = props;
  const { t } = useTranslation();
  const go = useSession((state) => state.go);
  return (
    // A click keeps the focus, and so the slash, in the composer.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.picker} onMouseDown={(event) => event.preventDefault()}>
      {error !== null && <p className={styles.nothing}>{t(`errors.${error.code}.what`)}</p>}
      {replies !== null && replies.length > 0 && <Options {...props} replies={replies} />}
      {replies?.length === 0 && (
        <p className={styles.nothing} role="status">
          {t(hasAny ? 'savedReply.noMatch' : 'savedReply.none')}
        </p>
      )}
      <div className={styles.foot}>
        {replies !== null && !hasAny && <AddStarters />}
        {replies !== null && replies.length > 0 && (
          <span className={styles.keys}>
            {['ArrowUp', 'ArrowDown', 'Enter'].map((key) => (
              <Fragment key={key}>
                <kbd>{formatKey(key)}</kbd>{' '}
              </Fragment>
            ))}
          </span>
        )}
        <Button variant="link" h={26} px={8} onClick={() => go('savedReplies')}>
          {t('savedReply.manage')}
        </Button>
      </div>
    </div>
  );
};
