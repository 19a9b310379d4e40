/** Creates an empty rule, or one of two starter rules in both languages. All are switched off. */
import type { i18n } from 'i18next';
import type { AutomaticRule, RuleID, RuleLeads } from '../../contract/automatic-replies.ts';
import { readTemplate } from '../leads/saved-replies.ts';

export const everyLead: RuleLeads = {
  businesses: [],
  categories: [],
  areas: [],
  hours: 'any',
  charge: 'any',
};

/** Default conditions of each kind of rule. */
export const defaultWhen = {
  newLead: { kind: 'newLead', afterSeconds: 30, withinMinutes: 15 },
  silence: { kind: 'silence', count: 2, unit: 'days', from: 8 * 60, to: 20 * 60 },
} as const satisfies Record<AutomaticRule['when']['kind'], AutomaticRule['when']>;

export const createRule = (): AutomaticRule => ({
  ruleID: crypto.randomUUID() as RuleID,
  name: '',
  isOn: false,
  when: defaultWhen.newLead,
  leads: everyLead,
  content: { kind: 'text', text: '' },
  isAnswer: false,
});

export const starterNames = ['firstReply', 'followUp'] as const;
export type StarterName = (typeof starterNames)[number];

/** Starters have fixed ids, so that each can be added only once. */
export const toStarterID = (name: StarterName): RuleID => `starter-${name}` as RuleID;

/** @param words with the namespace `automaticReplies` loaded */
export const createStarterRule = (name: StarterName, words: i18n): AutomaticRule => ({
  ...createRule(),
  ruleID: toStarterID(name),
  name: words.t(`automaticReplies:starters.${name}.name`),
  when: name === 'firstReply' ? defaultWhen.newLead : defaultWhen.silence,
  content: {
    kind: 'text',
    ...readTemplate(words, 'automaticReplies', `starters.${name}.text`),
  },
});
