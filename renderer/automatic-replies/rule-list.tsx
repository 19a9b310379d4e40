/** The rules in their order: the first one that matches a lead applies. */
import { Button, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/InlineInput.css';
import { useTranslation } from 'react-i18next';
import type { AutomaticRule } from '../../contract/automatic-replies.ts';
import type { CommandOutput } from '../../contract/commands.ts';
import { TemplateText } from '../leads/template-text.tsx';
import { awaitFailure } from '../platform/bridge.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import styles from './automatic-replies.module.css';
import { followRemoval, RuleButtons } from './rule-buttons.tsx';
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

type RulesAnswer = CommandOutput<'automaticReplies.list'>;

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
  const { bridge, act, queries } = stores;
  const describe = useRuleWords();
  const remove = (rule: AutomaticRule, at: number): Promise<void> => {
    const { ruleID, name } = rule;
    return followRemoval(stores, bridge.invoke('automaticReplies.remove', { ruleID }), {
      toast: { kind: 'done', getText: (translate) => translate('automatic.removed', { name }) },
      undo: async () => {
        const error = await awaitFailure(bridge.invoke('automaticReplies.save', rule));
        if (error !== null) return error;
        const answer = await bridge.invoke('automaticReplies.list', {});
        if (!answer.ok) return answer.error;
        const others = answer.value.rules.flatMap((each) =>
          each.ruleID === ruleID ? [] : [each.ruleID],
        );
        const ruleIDs = others.toSpliced(at, 0, ruleID);
        return awaitFailure(bridge.invoke('automaticReplies.reorder', { ruleIDs }));
      },
    });
  };
  const move = (rule: AutomaticRule, at: number, to: number): void => {
    const moved = rules.toSpliced(at, 1).toSpliced(to, 0, rule);
    const moving = act('automaticReplies.reorder', { ruleIDs: moved.map(({ ruleID }) => ruleID) });
    const update = (all: RulesAnswer): RulesAnswer => ({ ...all, rules: moved });
    void queries.showInAdvance('automaticReplies.list', {}, update, moving);
  };
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
              if (rule.isOn) void act('automaticReplies.save', { ...rule, isOn: false });
              else onPreview(rule);
            }}
          />
          <div className={styles.buttons}>
            <Button variant="subtle" onClick={() => onPreview(rule)}>
              {t('preview.open')}
            </Button>
            {mayChange && (
              <RuleButtons
                at={at}
                count={rules.length}
                onMove={(to) => move(rule, at, to)}
                onEdit={() => onEdit(rule)}
                onRemove={() => void remove(rule, at)}
              />
            )}
          </div>
        </li>
      ))}
    </ol>
  );
};
