import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';

type Component<T> = T extends ComponentType<infer Props> ? ComponentType<Props> : never;

/** Loads a module when the component that it exports as `name` is first rendered. */
export const loadLazily = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] as Component<Module[Name]> }));

/** The same, with a placeholder while the module loads. */
export const loadOnDemand = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  placeholder: ReactNode = null,
) => {
  const Lazy = loadLazily(load, name) as unknown as ComponentType<object>;
  const OnDemand = (props: object) => (
    <Suspense fallback={placeholder}>
      <Lazy {...props} />
    </Suspense>
  );
  return OnDemand as Component<Module[Name]>;
};
