/** Result of the search in the settings, for the components that show them. */
import { createContext, use, type ReactNode } from 'react';
import { Marked } from '../ui/marked.tsx';
import type { Setting, SettingName } from './catalog.ts';
import { spansOf } from './search.ts';

type Found = {
  /** Words of the query. */
  readonly wanted: readonly string[];
  /** The matching settings. */
  readonly settings: ReadonlyMap<SettingName, Setting>;
};

export const FoundContext = createContext<Found>({ wanted: [], settings: new Map() });

/** A setting if it matches, else undefined. */
export const useFound = (name: SettingName): Setting | undefined =>
  use(FoundContext).settings.get(name);

/** A text with the matches highlighted. */
export const Looked = ({ text }: { readonly text: string }) => (
  <Marked text={text} spans={spansOf(use(FoundContext).wanted, text)} />
);

type IfFoundProps = { readonly name: SettingName; readonly children: ReactNode };

/** Shows its children only if the setting matches. */
export const IfFound = ({ name, children }: IfFoundProps) => useFound(name) && children;
