/** Automatic replies: their rules in order, the daily limit, and a button that pauses all. */
import { Button } from '@mantine/core';
import { IconMessageForward } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AutomaticRule } from '../../contract/automatic-replies.ts';
import type { CommandOutput } from '../../contract/commands.ts';
import { maxRules } from '../../contract/limits.ts';
import { useMember } from '../leads/team.ts';
import { useActions } from '../platform/actions.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer, useSettings } from '../platform/use-answer.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useFocusNext } from '../ui/focus-back.ts';
import { Loading } from '../ui/loading.tsx';
import { Page } from '../ui/page.tsx';
import { OptionSelect } from '../ui/option-select.tsx';
import { Assigning } from './assigning.tsx';
import styles from './automatic-replies.module.css';
import {
  createRule,
  toStarterID,
  starterNames,
  createStarterRule,
  type StarterName,
} from './new-rules.ts';
import { RuleDialog, type TextsSlot } from './rule-dialog.tsx';
import { RuleList } from './rule-list.tsx';
import { RulePreview } from './rule-preview.tsx';
import { addChosen } from './when-fields.tsx';

type RulesAnswer = CommandOutput<'automaticReplies.list'>;

const limits = [10, 20, 30, 50, 100, 200, 500];

/** The state of the rules, with a button that pauses them, today's replies and the daily limit. */
const Status = ({
  rules,
  isPaused,
  sentToday,
  mayChange,
}: RulesAnswer & { readonly mayChange: boolean }) => {
  const { t } = useTranslation('automaticReplies');
  const { act, settings } = usePlatform();
  const { getHint } = useActions();
  const dailyLimit = useSettings()?.automaticRepliesADay;
  const isAnyOn = rules.some(({ isOn }) => isOn);
  const state = isPaused ? 'paused' : isAnyOn ? 'on' : 'off';
  return (
    <div className={styles.status}>
      <p data-state={state}>{t(`status.${state}`)}</p>
      {mayChange && (isAnyOn || isPaused) && (
        <Button
          title={getHint('pauseAutomatic').printed}
          onClick={() => void act('automaticReplies.pause', { isPaused: !isPaused })}
        >
          {t(isPaused ? 'resume' : 'pause')}
        </Button>
      )}
      {dailyLimit !== undefined && (
        <div className={styles.limit}>
          <span>{t('today', { count: sentToday, most: dailyLimit })}</span>
          <OptionSelect
            aria-label={t('limit')}
            value={dailyLimit}
            options={addChosen(limits, dailyLimit)}
            getLabel={(count) => t('aDay', { count })}
            onChoose={(automaticRepliesADay) =>
              void settings.getState().change({ automaticRepliesADay })
            }
          />
        </div>
      )}
    </div>
  );
};

type AddProps = {
  readonly label: string;
  readonly variant?: 'subtle' | 'default';
  readonly isFull: boolean;
  readonly onAdd: () => void;
};

/** A button that may disappear with the focus once the rule was added. */
const AddButton = ({ label, variant = 'default', isFull, onAdd }: AddProps) => {
  const button = useRef<HTMLButtonElement>(null);
  useFocusNext(button);
  return (
    <Button ref={button} variant={variant} disabled={isFull} onClick={onAdd}>
      {label}
    </Button>
  );
};

type OpenRule = { readonly in: 'editor' | 'preview'; readonly rule: AutomaticRule };

type Props = {
  /** The fields of a rule's text. */
  readonly TemplateTexts: TextsSlot;
};

const Rules = ({ all, TemplateTexts }: Props & { readonly all: RulesAnswer }) => {
  const { t, i18n } = useTranslation('automaticReplies');
  const { act } = usePlatform();
  const [shown, setShown] = useState<OpenRule | null>(null);
  const { rules } = all;
  const stored = rules.find(({ ruleID }) => ruleID === shown?.rule.ruleID) ?? null;
  const mayChange = useMember()?.role !== 'member';
  const isFull = rules.length >= maxRules;
  const addStarter = async (name: StarterName): Promise<void> => {
    await i18n.loadLanguages(['en', 'es']);
    void act('automaticReplies.save', createStarterRule(name, i18n));
  };
  const add = (
    <div className={styles.add}>
      {starterNames
        .filter((name) => rules.every(({ ruleID }) => ruleID !== toStarterID(name)))
        .map((name) => (
          <AddButton
            key={name}
            label={t(`starters.${name}.add`)}
            isFull={isFull}
            onAdd={() => void addStarter(name)}
          />
        ))}
      <AddButton
        label={t('new')}
        variant={rules.length === 0 ? 'subtle' : 'default'}
        isFull={isFull}
        onAdd={() => setShown({ in: 'editor', rule: createRule() })}
      />
    </div>
  );
  return (
    <>
      {!mayChange && <p className={styles.note}>{t('ownersOnly')}</p>}
      {rules.length === 0 ? (
        <EmptyState icon={IconMessageForward} title={t('empty.title')} text={t('empty.text')}>
          {mayChange && add}
        </EmptyState>
      ) : (
        <>
          <Status {...all} mayChange={mayChange} />
          <RuleList
            rules={rules}
            mayChange={mayChange}
            onEdit={(rule) => setShown({ in: 'editor', rule })}
            onPreview={(rule) => setShown({ in: 'preview', rule })}
          />
          {mayChange && add}
        </>
      )}
      {shown?.in === 'editor' && (
        <RuleDialog
          rule={shown.rule}
          stored={stored}
          TemplateTexts={TemplateTexts}
          onClose={() => setShown(null)}
        />
      )}
      {shown?.in === 'preview' && (
        <RulePreview
          rule={stored ?? shown.rule}
          mayChange={mayChange}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
};

export const AutomaticRepliesPage = ({ TemplateTexts }: Props) => {
  const { t } = useTranslation('automaticReplies');
  const answer = useAnswer('automaticReplies.list', {});
  return (
    <Page title={t('title')} text={t('text')}>
      <Loading answer={answer} queries={['automaticReplies.list']} mt={24} />
      {answer.value !== undefined && <Rules all={answer.value} TemplateTexts={TemplateTexts} />}
      <Assigning />
    </Page>
  );
};
