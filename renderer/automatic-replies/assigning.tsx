/** In a team: the rules that assign new leads in turn. Owners change them. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxAssigningRules } from '../../contract/limits.ts';
import type { AssigningRule } from '../../contract/team/assigning.ts';
import type { Answer } from '../../contract/errors.ts';
import { useChoosablePeople, useMember, usePeople } from '../leads/team.ts';
import { awaitFailure } from '../platform/bridge.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Loading } from '../ui/loading.tsx';
import { useRequestDialog } from '../ui/use-dialog.ts';
import styles from './automatic-replies.module.css';
import { Choices, LeadFields } from './lead-fields.tsx';
import { everyLead } from './new-rules.ts';
import { followRemoval, RuleButtons } from './rule-buttons.tsx';
import { useLeadWords } from './rule-words.ts';

type Rules = readonly AssigningRule[];

const isForAll = ({ leads }: AssigningRule): boolean =>
  JSON.stringify({ ...everyLead, ...leads }) === JSON.stringify(everyLead);

type DialogProps = {
  readonly rule: AssigningRule;
  readonly isNew: boolean;
  readonly onSave: (rule: AssigningRule) => Promise<Answer<unknown>>;
  readonly onClose: () => void;
};

const AssigningDialog = ({ rule: initial, isNew, onSave, onClose }: DialogProps) => {
  const { t } = useTranslation('automaticReplies');
  const people = useChoosablePeople();
  const { ref, busy, error, finish } = useRequestDialog();
  const [rule, setRule] = useState(initial);
  const [isIncomplete, setIncomplete] = useState(false);
  const submit = (): void => {
    if (busy) return;
    if (rule.people.length > 0) return void finish(onSave(rule));
    setIncomplete(true);
    ref.current?.querySelector('button')?.focus();
  };
  return (
    <FormDialog
      ref={ref}
      title={t(isNew ? 'assigning.new' : 'form.title')}
      submit={t('form.save')}
      busy={busy}
      error={error}
      className={styles.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choices
        label={t('assigning.people')}
        known={people.map(({ person, name }) => ({ value: person, name }))}
        chosen={rule.people}
        hasAll={false}
        onChange={(chosen) => {
          setRule({ ...rule, people: chosen });
          setIncomplete(false);
        }}
      />
      {isIncomplete && (
        <p role="alert" className={styles.mistake}>
          {t('assigning.incomplete')}
        </p>
      )}
      <LeadFields leads={rule.leads} onChange={(leads) => setRule({ ...rule, leads })} />
    </FormDialog>
  );
};

const createRule = (): AssigningRule => ({ id: crypto.randomUUID(), leads: everyLead, people: [] });

const RuleEditor = ({ rules, isOwner }: { readonly rules: Rules; readonly isOwner: boolean }) => {
  const { t, i18n } = useTranslation('automaticReplies');
  const stores = usePlatform();
  const { bridge, queries, toasts } = stores;
  const names = usePeople();
  const describe = useLeadWords();
  const [edited, setEdited] = useState<AssigningRule | null>(null);
  const list = new Intl.ListFormat(i18n.language);
  const getName = (person: string): string =>
    names.find((each) => each.person === person)?.name ?? t('assigning.unnamed');
  const saveRules = (next: Rules) => {
    const saving = bridge.invoke('team.setAssigning', { rules: next });
    const isDone = saving.then(({ ok }) => ok);
    void queries.showInAdvance('team.assigning', {}, () => ({ rules: next }), isDone);
    return saving;
  };
  const move = async (rule: AssigningRule, at: number, to: number): Promise<void> => {
    const error = await awaitFailure(saveRules(rules.toSpliced(at, 1).toSpliced(to, 0, rule)));
    if (error !== null) toasts.getState().show({ kind: 'failed', code: error.code });
  };
  const remove = (rule: AssigningRule, at: number): Promise<void> =>
    followRemoval(stores, saveRules(rules.toSpliced(at, 1)), {
      toast: { kind: 'done', getText: (translate) => translate('automatic.assigningRemoved') },
      undo: async () => {
        const answer = await bridge.invoke('team.assigning', {});
        if (!answer.ok) return answer.error;
        const others = answer.value.rules;
        const isRestored = others.some(({ id }) => id === rule.id);
        return isRestored ? null : awaitFailure(saveRules(others.toSpliced(at, 0, rule)));
      },
    });
  const save = (rule: AssigningRule) =>
    saveRules(
      rules.some(({ id }) => id === rule.id)
        ? rules.map((each) => (each.id === rule.id ? rule : each))
        : [...rules, rule],
    );
  return (
    <>
      {rules.length > 0 && (
        <ol className={styles.list} aria-label={t('assigning.title')}>
          {rules.map((rule, at) => (
            <li key={rule.id} className={styles.rule}>
              <div className={styles.about}>
                <h3>
                  <bdi>{list.format(rule.people.map(getName))}</bdi>
                </h3>
                <p>
                  {describe(t(isForAll(rule) ? 'assigning.all' : 'assigning.leads'), rule.leads)}
                </p>
              </div>
              {isOwner && (
                <RuleButtons
                  at={at}
                  count={rules.length}
                  onMove={(to) => void move(rule, at, to)}
                  onEdit={() => setEdited(rule)}
                  onRemove={() => void remove(rule, at)}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {isOwner && (
        <div className={styles.add}>
          <Button
            disabled={rules.length >= maxAssigningRules}
            onClick={() => setEdited(createRule())}
          >
            {t('assigning.add')}
          </Button>
        </div>
      )}
      {edited !== null && (
        <AssigningDialog
          rule={edited}
          isNew={rules.every(({ id }) => id !== edited.id)}
          onSave={save}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
};

export const Assigning = () => {
  const { t } = useTranslation('automaticReplies');
  const member = useMember();
  const answer = useAnswer('team.assigning', {}, member !== null);
  if (member === null) return null;
  const rules = answer.value?.rules;
  return (
    <section className={styles.section} aria-label={t('assigning.title')}>
      <h2>{t('assigning.title')}</h2>
      <p>{t(rules?.length === 0 ? 'assigning.none' : 'assigning.text')}</p>
      <Loading answer={answer} queries={['team.assigning']} mt={24} />
      {rules !== undefined && <RuleEditor rules={rules} isOwner={member.role === 'owner'} />}
    </section>
  );
};
