/** A failure in a block with the spacing of `className`. Shows nothing while there is none. */
import type { ComponentProps } from 'react';
import type { Failure } from '../../contract/errors.ts';
import { FailureBox } from './failure-box.tsx';

type Props = Omit<ComponentProps<typeof FailureBox>, 'error'> & {
  readonly error: Failure | null;
  readonly className: string | undefined;
  readonly id?: string;
};

export const FailureBlock = ({ error, className, id, ...box }: Props) =>
  error !== null && (
    <div id={id} className={className}>
      <FailureBox error={error} {...box} />
    </div>
  );
