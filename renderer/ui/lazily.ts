import { lazy, type ComponentType } from 'react';

type Component<T> = T extends ComponentType<infer Props> ? ComponentType<Props> : never;

/** Loads a module when the component that it exports as `name` is first rendered. */
export const lazily = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] as Component<Module[Name]> }));
