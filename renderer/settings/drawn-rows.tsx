/** The rows of settings whose controls the catalog describes. */
import { useTranslation } from 'react-i18next';
import {
  choicesIn,
  settingWords,
  switches,
  type Choice,
  type ChoiceName,
  type SettingName,
} from './catalog.ts';
import { ChoiceRow, SwitchRow, type SectionProps } from './setting-row.tsx';

type Props = SectionProps & { readonly names: readonly SettingName[] };

export const DrawnRows = ({ names, settings, set }: Props) => {
  const { t } = useTranslation(settingWords);
  const choices = choicesIn(t);
  const isChoice = (name: SettingName): name is ChoiceName => Object.hasOwn(choices, name);
  const rowOfChoice = <N extends ChoiceName>(name: N) => {
    const choice: Choice<N> = choices[name];
    return (
      <ChoiceRow
        key={name}
        name={name}
        value={settings[name]}
        {...choice}
        onChange={(value) => set({ [name]: value })}
      />
    );
  };
  return names.map((name) => {
    if (isChoice(name)) return rowOfChoice(name);
    const switchName = switches.find((each) => each === name);
    if (switchName === undefined) return null;
    return (
      <SwitchRow
        key={name}
        name={name}
        checked={settings[switchName]}
        onChange={(on) => set({ [switchName]: on })}
      />
    );
  });
};
