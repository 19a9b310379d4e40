/** The result of the settings search, for the components that show settings. */
import { createContext, use, type ReactNode } from 'react';
import { Marked } from '../ui/marked.tsx';
import type { Setting, SettingName } from './catalog.ts';
import { spansOf } from './search.ts';

type Found = {
  readonly wanted: readonly string[];
  readonly settings: ReadonlyMap<SettingName, Setting>;
};

export const FoundContext = createContext<Found>({ wanted: [], settings: new Map() });

/** A setting if it matches, else undefined. */
export const useFound = (name: SettingName): Setting | undefined =>
  use(FoundContext).settings.get(name);

/** Text with the matches of the search highlighted. */
export const FoundText = ({ text }: { readonly text: string }) => (
  <Marked text={text} spans={spansOf(use(FoundContext).wanted, text)} />
);

type IfFoundProps = { readonly name: SettingName; readonly children: ReactNode };

export const IfFound = ({ name, children }: IfFoundProps) => useFound(name) && children;
