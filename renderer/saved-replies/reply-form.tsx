/** Form of a saved reply: name, text with variables, variant, scope and pin. */
import { Button, Switch } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/InlineInput.css';
import { useId, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SavedReply, SavedReplyScope } from '../../contract/commands/saved-replies.ts';
import { maxSavedReplyNameLength, maxScopeLength, maxPinned } from '../../contract/limits.ts';
import { timesVariable, variables } from '../../contract/template.ts';
import { useActions } from '../platform/actions.ts';
import { offeredTimeID } from '../leads/saved-replies.ts';
import { useCounts } from '../leads/counts.ts';
import { useLeads } from '../leads/stores.ts';
import { useSavedReplyStores } from './reply-editor.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import { useScopeWords } from './reply-list.tsx';
import { TemplateTexts } from './template-texts.tsx';
import { Select } from '../ui/select.tsx';
import styles from './saved-replies.module.css';

type ScopeProps = {
  readonly id: string;
  readonly scope: SavedReplyScope;
  readonly onChange: (scope: SavedReplyScope) => void;
};

const businessPrefix = 'business:';

const Scope = ({ id, scope, onChange }: ScopeProps) => {
  const { t } = useTranslation('savedReplies');
  const { businesses } = useCounts();
  const formatScope = useScopeWords();
  const rows = useLeads((state) => state.rows);
  const categories = [...new Set(rows.map(({ category }) => category).filter(Boolean))].toSorted();
  const known = businesses.map(({ businessID, name }) => ({
    for: 'business' as const,
    businessID,
    businessName: name,
  }));
  const isGone =
    scope.for === 'business' && known.every(({ businessID }) => businessID !== scope.businessID);
  const offered = isGone ? [...known, scope] : known;
  const choose = (value: string): void => {
    const chosen = offered.find(({ businessID }) => businessPrefix + businessID === value);
    if (chosen !== undefined) onChange(chosen);
    else if (value === 'category') onChange({ for: 'category', category: categories[0] ?? '' });
    else onChange({ for: 'all' });
  };
  return (
    <div className={styles.scopes}>
      <Select
        id={id}
        value={scope.for === 'business' ? businessPrefix + scope.businessID : scope.for}
        data={[
          { value: 'all', label: t('scope.all') },
          { value: 'category', label: t('scope.category') },
          ...offered.map((each) => ({
            value: businessPrefix + each.businessID,
            label: formatScope(each),
          })),
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {scope.for === 'category' && (
        <>
          <input
            className={styles.input}
            type="text"
            aria-label={t('scope.categoryName')}
            placeholder={t('scope.categoryName')}
            list={`${id}-categories`}
            maxLength={maxScopeLength}
            value={scope.category}
            onChange={(event) => onChange({ for: 'category', category: event.currentTarget.value })}
          />
          <datalist id={`${id}-categories`}>
            {categories.map((category) => (
              <option key={category} value={category} />
            ))}
          </datalist>
        </>
      )}
    </div>
  );
};

type Props = {
  /** With unsaved changes. */
  readonly reply: SavedReply;
  /** As last saved; null for a new one. */
  readonly saved: SavedReply | null;
  /** Position among all replies. */
  readonly position: number;
};

export const ReplyForm = ({ reply, saved, position }: Props) => {
  const { getHint } = useActions();
  const { t } = useTranslation(['savedReplies', 'translation']);
  const { replyEditor } = useSavedReplyStores();
  const { error, unsaved, write, save, drop, remove } = useStore(replyEditor);
  const id = useId();
  const { savedReplyID, name, scope, isPinned } = reply;
  const isOfferedTime = savedReplyID === offeredTimeID;
  const change = (part: Partial<SavedReply>): void => write({ ...reply, ...part });
  const isChanged = unsaved[savedReplyID] !== undefined;
  const hasScope = scope.for !== 'category' || scope.category.trim() !== '';
  const isComplete = name.trim() !== '' && reply.text.trim() !== '' && hasScope;
  const saveIfComplete = (): void => {
    if (isComplete && isChanged) void save(reply);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    saveIfComplete();
  };

  return (
    <form
      className={styles.form}
      aria-label={name.trim() || t('unnamed')}
      onSubmit={(event) => {
        event.preventDefault();
        saveIfComplete();
      }}
    >
      <FailureBox error={error} />
      {isOfferedTime ? (
        <p className={styles.about}>{t('offeredTime.about')}</p>
      ) : (
        <>
          <label htmlFor={`${id}-name`}>{t('form.name')}</label>
          <input
            id={`${id}-name`}
            className={styles.input}
            type="text"
            autoComplete="off"
            maxLength={maxSavedReplyNameLength}
            placeholder={t('form.namePlaceholder')}
            value={name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        </>
      )}
      <TemplateTexts
        texts={reply}
        offered={[...(isOfferedTime ? [timesVariable] : []), ...variables, 'cursor']}
        onKeyDown={onKeyDown}
        onChange={(texts) => write({ savedReplyID, name, scope, isPinned, ...texts })}
      />
      {!isOfferedTime && (
        <>
          <label htmlFor={`${id}-scope`}>{t('form.scope')}</label>
          <Scope
            id={`${id}-scope`}
            scope={scope}
            onChange={(chosen) => change({ scope: chosen })}
          />
          <Switch
            className={styles.pin}
            classNames={{ description: styles.pinText }}
            label={t('form.pinned')}
            description={t('form.pinnedText', {
              first: getHint('pinned.1').printed,
              last: getHint(`pinned.${maxPinned}`).printed,
            })}
            checked={isPinned}
            onChange={(event) => change({ isPinned: event.currentTarget.checked })}
          />
        </>
      )}
      <div className={styles.foot}>
        <Button type="submit" variant="filled" disabled={!isChanged || !isComplete}>
          {t('form.save')}
        </Button>
        {isChanged && (
          <Button onClick={() => drop(savedReplyID)}>
            {saved === null ? t('translation:common.cancel') : t('form.revert')}
          </Button>
        )}
        {saved !== null && (
          <Button variant="subtle" ms="auto" onClick={() => void remove(saved, position)}>
            {isOfferedTime ? t('offeredTime.reset') : t('form.delete')}
          </Button>
        )}
      </div>
    </form>
  );
};
