/** Form of a rule. Saving does not change whether the rule is on. */
import { Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/InlineInput.css';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { AutomaticRule } from '../../contract/automatic-replies.ts';
import type { SavedReply } from '../../contract/commands/saved-replies.ts';
import { maxRuleNameLength } from '../../contract/limits.ts';
import { variables, type Variable } from '../../contract/template.ts';
import { omitOfferedTime } from '../leads/saved-replies.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { useFocusNext } from '../ui/focus-back.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Select } from '../ui/select.tsx';
import { useRequestDialog } from '../ui/use-dialog.ts';
import styles from './automatic-replies.module.css';
import { LeadFields } from './lead-fields.tsx';
import { WhenFields } from './when-fields.tsx';

type Texts = Pick<SavedReply, 'text' | 'variants'>;

export type TextsSlot = ComponentType<{
  readonly texts: Texts;
  readonly offered: readonly Variable[];
  readonly onChange: (texts: Texts) => void;
}>;

type ContentProps = Pick<AutomaticRule, 'content'> & {
  readonly TemplateTexts: TextsSlot;
  readonly onChange: (content: AutomaticRule['content']) => void;
};

const ContentFields = ({ content, TemplateTexts, onChange }: ContentProps) => {
  const { t } = useTranslation('automaticReplies');
  const replies = useAnswer('savedReplies.list', {}).value?.replies;
  const offered = omitOfferedTime(replies ?? []);
  /** Restored when a saved reply is deselected. */
  const [ownText, setOwnText] = useState<AutomaticRule['content']>(
    content.kind === 'text' ? content : { kind: 'text', text: '' },
  );
  const chosen = content.kind === 'savedReply' ? content.savedReplyID : '';
  const isGone =
    chosen !== '' &&
    replies !== undefined &&
    offered.every(({ savedReplyID }) => savedReplyID !== chosen);
  return (
    <>
      <Select
        label={t('form.what')}
        value={chosen}
        data={[
          { value: '', label: t('form.ownText') },
          ...offered.map(({ savedReplyID, name }) => ({
            value: savedReplyID as string,
            label: t('savedReply', { name }),
          })),
          ...(isGone ? [{ value: chosen as string, label: t('savedReplyGone') }] : []),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const reply = offered.find(({ savedReplyID }) => savedReplyID === value);
          onChange(
            reply === undefined
              ? ownText
              : { kind: 'savedReply', savedReplyID: reply.savedReplyID },
          );
        }}
      />
      {content.kind === 'text' && (
        <TemplateTexts
          texts={content}
          offered={variables}
          onChange={(texts) => {
            const typed = { kind: 'text', ...texts } as const;
            setOwnText(typed);
            onChange(typed);
          }}
        />
      )}
    </>
  );
};

type Props = {
  readonly rule: AutomaticRule;
  /** Null for a new one. */
  readonly stored: AutomaticRule | null;
  readonly TemplateTexts: TextsSlot;
  readonly onClose: () => void;
};

export const RuleDialog = ({ rule: initial, stored, TemplateTexts, onClose }: Props) => {
  const { t } = useTranslation('automaticReplies');
  const { bridge } = usePlatform();
  const { ref, busy, error, finish } = useRequestDialog();
  // The button that opened it may have disappeared with the empty page.
  useFocusNext(ref);
  const [rule, setRule] = useState(initial);
  const [isIncomplete, setIncomplete] = useState(false);
  const isNameless = rule.name.trim() === '';
  const change = (part: Partial<AutomaticRule>): void => {
    setRule({ ...rule, ...part });
    setIncomplete(false);
  };
  const submit = (): void => {
    if (busy) return;
    const isTextless = rule.content.kind === 'text' && rule.content.text.trim() === '';
    if (!isNameless && !isTextless)
      return void finish(
        bridge.invoke('automaticReplies.save', { ...rule, isOn: stored?.isOn ?? rule.isOn }),
      );
    setIncomplete(true);
    const incomplete = isNameless ? 'input' : '[contenteditable]';
    ref.current?.querySelector<HTMLElement>(incomplete)?.focus();
  };
  return (
    <FormDialog
      ref={ref}
      title={t(stored === null ? 'new' : 'form.title')}
      submit={t('form.save')}
      busy={busy}
      error={error}
      className={styles.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('form.name')}
        placeholder={t('form.namePlaceholder')}
        maxLength={maxRuleNameLength}
        value={rule.name}
        error={isIncomplete && isNameless}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <WhenFields when={rule.when} onChange={(when) => change({ when })} />
      <LeadFields leads={rule.leads} onChange={(leads) => change({ leads })} />
      <ContentFields
        content={rule.content}
        TemplateTexts={TemplateTexts}
        onChange={(content) => change({ content })}
      />
      <Switch
        classNames={{ description: styles.explanation }}
        label={t('form.isAnswer')}
        description={t('form.isAnswerText')}
        checked={rule.isAnswer}
        onChange={({ currentTarget }) => change({ isAnswer: currentTarget.checked })}
      />
      {isIncomplete && (
        <p role="alert" className={styles.mistake}>
          {t('form.incomplete')}
        </p>
      )}
    </FormDialog>
  );
};
