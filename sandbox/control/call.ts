/** A call of the control interface. */
import type { Answer } from '../http/answer.ts';
import type { World } from '../world.ts';

export type ControlCall = {
  readonly method: 'GET' | 'POST';
  /** Below {control.url}. */
  readonly path: string;
  readonly handle: (
    world: World,
    body: unknown,
    params: Readonly<Record<string, string>>,
  ) => Answer;
};
