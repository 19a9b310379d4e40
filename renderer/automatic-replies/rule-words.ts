/** Describes a rule in a sentence. */
import { useTranslation } from 'react-i18next';
import type { AutomaticRule, RuleLeads } from '../../contract/automatic-replies.ts';
import { useCounts } from '../leads/counts.ts';
import { toLocale, formatTimeOfDay } from '../platform/format.ts';

/** Formats a duration: "30 seconds", "15 minutes". */
export const formatDuration = (seconds: number, language: string): string => {
  const [unit, count] =
    seconds > 0 && seconds % 3_600 === 0
      ? ['hour', seconds / 3_600]
      : seconds > 0 && seconds % 60 === 0
        ? ['minute', seconds / 60]
        : ['second', seconds];
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(toLocale(language), style).format(count);
};

/** Returns a function that continues a sentence about leads: "New leads in Plumbing, near Austin". */
export const useLeadWords = (): ((beginning: string, leads: RuleLeads) => string) => {
  const { t, i18n } = useTranslation('automaticReplies');
  const { businesses } = useCounts();
  const joinByOr = (names: readonly string[]): string =>
    new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(names);
  return (beginning, leads) => {
    const names = leads.businesses.map(
      (each) => businesses.find(({ businessID }) => businessID === each)?.name ?? each,
    );
    const categories =
      leads.categories.length > 0 && t('sentence.categories', { list: joinByOr(leads.categories) });
    const parts = [
      categories === false ? beginning : `${beginning} ${categories}`,
      names.length > 0 && t('sentence.businesses', { list: joinByOr(names) }),
      leads.areas.length > 0 && t('sentence.areas', { list: joinByOr(leads.areas) }),
      leads.hours !== 'any' && t(`sentence.${leads.hours}`),
      leads.charge !== 'any' && t(`sentence.${leads.charge}`),
    ];
    return parts.filter((part) => part !== false).join(', ');
  };
};

/** Returns a function that describes a rule: "To new leads in Plumbing, after 30 seconds, no later than …". */
export const useRuleWords = (): ((rule: AutomaticRule) => string) => {
  const { t, i18n } = useTranslation('automaticReplies');
  const describe = useLeadWords();
  const { language } = i18n;
  return ({ when, leads }) =>
    [
      describe(t(when.kind === 'newLead' ? 'sentence.newLead' : 'sentence.silence'), leads),
      ...(when.kind === 'newLead'
        ? [
            when.afterSeconds === 0
              ? t('sentence.atOnce')
              : t('sentence.after', { length: formatDuration(when.afterSeconds, language) }),
            t('sentence.until', { length: formatDuration(when.withinMinutes * 60, language) }),
          ]
        : [
            t(`sentence.${when.unit}`, { count: when.count }),
            t('sentence.between', {
              from: formatTimeOfDay(when.from, language),
              to: formatTimeOfDay(when.to, language),
            }),
          ]),
    ].join(', ');
};
