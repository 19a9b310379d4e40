/** One setting: what it is called, what it does, and what it is changed by; not there when it was not found. */
import type { ReactNode } from 'react';
import type { SettingName } from './catalog.ts';
import { Looked, useFound } from './found.tsx';
import styles from './settings.module.css';

type Props = {
  readonly name: SettingName;
  /** In place of what the catalog says of it. */
  readonly text?: string;
  /** What it is changed by, under the name it is to be told by. */
  readonly children: (label: string) => ReactNode;
};

export const SettingRow = ({ name, text, children }: Props) => {
  const setting = useFound(name);
  if (setting === undefined) return null;
  const said = text ?? setting.text;
  return (
    <div className={styles.setting}>
      <div>
        <Looked text={setting.label} />
        {said !== '' && (
          <p>
            <Looked text={said} />
          </p>
        )}
      </div>
      <div className={styles.control}>{children(setting.label)}</div>
    </div>
  );
};
