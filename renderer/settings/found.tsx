/** What of the settings is shown while one is looked for, to whatever shows them. */
import { createContext, use, type ReactNode } from 'react';
import { Marked } from '../ui/marked.tsx';
import type { Setting, SettingName } from './catalog.ts';
import { spansOf } from './search.ts';

type Found = {
  /** What is looked for, word by word. */
  readonly wanted: readonly string[];
  /** Those that fit. */
  readonly settings: ReadonlyMap<SettingName, Setting>;
};

export const FoundContext = createContext<Found>({ wanted: [], settings: new Map() });

/** A setting that fits; undefined for one that does not. */
export const useFound = (name: SettingName): Setting | undefined =>
  use(FoundContext).settings.get(name);

/** A text, with what is looked for marked. */
export const Looked = ({ text }: { readonly text: string }) => (
  <Marked text={text} spans={spansOf(use(FoundContext).wanted, text)} />
);

/** What is only there for a setting that fits. */
export const OfSetting = ({
  name,
  children,
}: {
  readonly name: SettingName;
  readonly children: ReactNode;
}) => useFound(name) && children;
