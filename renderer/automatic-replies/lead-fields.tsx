/** Fields that choose the leads of a rule. */
import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleLeads } from '../../contract/automatic-replies.ts';
import { maxScopeLength, maxRuleChoices } from '../../contract/limits.ts';
import { useCounts } from '../leads/counts.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { OptionSelect } from '../ui/option-select.tsx';
import styles from './automatic-replies.module.css';

type ChoicesProps = {
  readonly label: string;
  readonly known: readonly { readonly value: string; readonly name: string }[];
  readonly chosen: readonly string[];
  /** True if choosing none means all, which has a button. */
  readonly hasAll?: boolean;
  readonly onChange: (chosen: readonly string[]) => void;
};

/** A group of buttons, of which several can be pressed. */
export const Choices = ({ label, known, chosen, hasAll = true, onChange }: ChoicesProps) => {
  const { t } = useTranslation('automaticReplies');
  const unlisted = chosen.filter((each) => known.every(({ value }) => value !== each));
  const all = [...known, ...unlisted.map((value) => ({ value, name: value }))];
  if (all.length === 0) return null;
  return (
    <div role="group" aria-label={label} className={styles.choices}>
      <span>{label}</span>
      <div>
        {hasAll && (
          <button type="button" aria-pressed={chosen.length === 0} onClick={() => onChange([])}>
            {t('form.all')}
          </button>
        )}
        {all.map(({ value, name }) => (
          <button
            key={value}
            type="button"
            aria-pressed={chosen.includes(value)}
            onClick={() =>
              onChange(
                chosen.includes(value)
                  ? chosen.filter((each) => each !== value)
                  : [...chosen, value].slice(0, maxRuleChoices),
              )
            }
          >
            <bdi>{name}</bdi>
          </button>
        ))}
      </div>
    </div>
  );
};

const parseAreas = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((each) => each.trim().slice(0, maxScopeLength))
      .filter(Boolean),
  ),
];

type LeadsProps = {
  readonly leads: RuleLeads;
  readonly onChange: (leads: RuleLeads) => void;
};

export const LeadFields = ({ leads, onChange }: LeadsProps) => {
  const { t } = useTranslation('automaticReplies');
  const { businesses } = useCounts();
  const categories = useAnswer('search.values', {}).value?.categories ?? [];
  const [areas, setAreas] = useState(leads.areas.join(', '));
  const change = (part: Partial<RuleLeads>): void => onChange({ ...leads, ...part });
  const known = new Map(businesses.map(({ businessID, name }) => [businessID, name]));
  return (
    <>
      {(known.size > 1 || leads.businesses.length > 0) && (
        <Choices
          label={t('form.businesses')}
          known={[...known].map(([value, name]) => ({ value, name }))}
          chosen={leads.businesses}
          onChange={(chosen) => change({ businesses: [...chosen] })}
        />
      )}
      <Choices
        label={t('form.categories')}
        known={categories.map((name) => ({ value: name, name }))}
        chosen={leads.categories}
        onChange={(chosen) => change({ categories: [...chosen] })}
      />
      <TextInput
        label={t('form.areas')}
        placeholder={t('form.areasPlaceholder')}
        value={areas}
        onChange={({ currentTarget: { value } }) => {
          setAreas(value);
          change({ areas: parseAreas(value).slice(0, maxRuleChoices) });
        }}
      />
      <OptionSelect
        label={t('form.hours')}
        value={leads.hours}
        options={['any', 'open', 'closed']}
        getLabel={(hours) => t(`hours.${hours}`)}
        onChoose={(hours) => change({ hours })}
      />
      <OptionSelect
        label={t('form.charge')}
        value={leads.charge}
        options={['any', 'charged', 'notCharged']}
        getLabel={(charge) => t(`charge.${charge}`)}
        onChoose={(charge) => change({ charge })}
      />
    </>
  );
};
