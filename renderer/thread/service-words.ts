import { useTranslation } from 'react-i18next';

type Group = 'leadTypes' | 'travelValues' | 'estimateTypes' | 'chargeStates' | 'statuses';

/** Returns a function that translates a value of the service; unknown values stay unchanged. */
export const useServiceWords = () => {
  const { t, i18n } = useTranslation();
  return (group: Group, value: string): string =>
    i18n.exists(`facts.${group}.${value}`)
      ? t(`facts.${group}.${value}` as 'facts.statuses.Open')
      : value;
};
