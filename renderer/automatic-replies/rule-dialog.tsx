/** Form of a rule. Saving does not change whether the rule is on. */
import { Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/InlineInput.css';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { AutomaticRule } from '../../contract/automatic-replies.ts';
import type { ReplyLanguage } from '../../contract/customer-language.ts';
import type { Failure } from '../../contract/errors.ts';
import { longestRuleName } from '../../contract/limits.ts';
import { variables, type Variable } from '../../contract/template.ts';
import { withoutOfferedTime } from '../leads/saved-replies.ts';
import { errorOf } from '../platform/bridge.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Select } from '../ui/select.tsx';
import styles from './automatic-replies.module.css';
import { LeadFields } from './lead-fields.tsx';
import { WhenFields } from './when-fields.tsx';

type Texts = {
  readonly text: string;
  readonly variants?: Partial<Record<ReplyLanguage, string>> | undefined;
};

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
  const offered = withoutOfferedTime(replies ?? []);
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
          onChange={({ text, variants }) => {
            const typed = {
              kind: 'text',
              text,
              ...(variants !== undefined && { variants }),
            } as const;
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
  readonly isNew: boolean;
  readonly TemplateTexts: TextsSlot;
  readonly onClose: () => void;
};

export const RuleDialog = ({ rule: initial, isNew, TemplateTexts, onClose }: Props) => {
  const { t } = useTranslation('automaticReplies');
  const { bridge } = usePlatform();
  const dialog = useRef<HTMLDialogElement>(null);
  const [rule, setRule] = useState(initial);
  const [error, setError] = useState<Failure | null>(null);
  const [isIncomplete, setIncomplete] = useState(false);
  const [isSaving, setSaving] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const change = (part: Partial<AutomaticRule>): void => {
    setRule({ ...rule, ...part });
    setIncomplete(false);
  };
  const submit = async (): Promise<void> => {
    if (isSaving) return;
    const hasText = rule.content.kind === 'savedReply' || rule.content.text.trim() !== '';
    if (rule.name.trim() === '' || !hasText) return setIncomplete(true);
    setSaving(true);
    const failure = await errorOf(bridge.invoke('automaticReplies.save', rule));
    setSaving(false);
    setError(failure);
    if (failure === null) dialog.current?.close();
  };
  return (
    <FormDialog
      ref={dialog}
      title={isNew ? t('new') : t('form.title')}
      submit={t('form.save')}
      busy={isSaving}
      error={error}
      className={styles.form}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextInput
        label={t('form.name')}
        placeholder={t('form.namePlaceholder')}
        autoComplete="off"
        maxLength={longestRuleName}
        value={rule.name}
        error={isIncomplete && rule.name.trim() === ''}
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
