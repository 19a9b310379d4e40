import { useTranslation } from 'react-i18next';

type Group = 'leadTypes' | 'travelValues' | 'estimateTypes' | 'chargeStates' | 'statuses';

/** Translates a value of the service, or returns an unknown one unchanged. */
export const useKnown = () => {
  const { t, i18n } = useTranslation();
  return (group: Group, value: string): string =>
    i18n.exists(`facts.${group}.${value}`)
      ? t(`facts.${group}.${value}` as 'facts.statuses.Open')
      : value;
};
