/** The rules in their order: the first one that matches a lead applies. */
import { Button, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/InlineInput.css';
import { IconArrowDown, IconArrowUp, IconEdit, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AutomaticRule } from '../../contract/automatic-replies.ts';
import { TemplateText } from '../leads/template-text.tsx';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './automatic-replies.module.css';
import { moveRule, removeRule } from './changing-rules.ts';
import { useRuleWords } from './rule-words.ts';

/** The rule's text, or the name of its saved reply. */
const Content = ({ content }: Pick<AutomaticRule, 'content'>) => {
  const { t } = useTranslation('automaticReplies');
  const replies = useAnswer('savedReplies.list', {}).value?.replies;
  if (content.kind === 'text') return <TemplateText text={content.text} />;
  const reply = replies?.find(({ savedReplyID }) => savedReplyID === content.savedReplyID);
  if (reply === undefined) return replies !== undefined && t('savedReplyGone');
  return t('savedReply', { name: reply.name });
};

type Props = {
  readonly rules: readonly AutomaticRule[];
  /** False for a member of a team, whose owners make the rules. */
  readonly mayChange: boolean;
  readonly onEdit: (rule: AutomaticRule) => void;
  readonly onPreview: (rule: AutomaticRule) => void;
};

export const RuleList = ({ rules, mayChange, onEdit, onPreview }: Props) => {
  const { t } = useTranslation('automaticReplies');
  const stores = usePlatform();
  const describe = useRuleWords();
  return (
    <ol className={styles.list} aria-label={t('title')}>
      {rules.map((rule, at) => (
        <li key={rule.ruleID} className={styles.rule} data-rule={rule.ruleID}>
          <div className={styles.about}>
            <h2>
              <bdi>{rule.name}</bdi>
            </h2>
            <p>{describe(rule)}</p>
            <p className={styles.content}>
              <Content content={rule.content} />
            </p>
          </div>
          <Switch
            aria-label={t('isOn', { name: rule.name })}
            checked={rule.isOn}
            disabled={!mayChange}
            onChange={() => {
              // A rule is switched on in its preview.
              if (rule.isOn) void stores.act('automaticReplies.save', { ...rule, isOn: false });
              else onPreview(rule);
            }}
          />
          <div className={styles.buttons}>
            <Button variant="subtle" onClick={() => onPreview(rule)}>
              {t('preview.open')}
            </Button>
            {mayChange && (
              <>
                {at > 0 && (
                  <IconButton label={t('up')} onClick={() => moveRule(stores, rule, rules, at - 1)}>
                    <IconArrowUp size={16} stroke={1.75} />
                  </IconButton>
                )}
                {at < rules.length - 1 && (
                  <IconButton
                    label={t('down')}
                    onClick={() => moveRule(stores, rule, rules, at + 1)}
                  >
                    <IconArrowDown size={16} stroke={1.75} />
                  </IconButton>
                )}
                <IconButton label={t('edit')} onClick={() => onEdit(rule)}>
                  <IconEdit size={16} stroke={1.75} />
                </IconButton>
                <IconButton
                  label={t('remove')}
                  onClick={() => void removeRule(stores, rule, rules)}
                >
                  <IconTrash size={16} stroke={1.75} />
                </IconButton>
              </>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
};
