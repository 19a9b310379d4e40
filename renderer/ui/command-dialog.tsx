/** Parts of the command dialog: its text field, which has the focus, and the key caps of a shortcut. */
import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { maxQueryLength } from '../../contract/limits.ts';
import type { DialogContentProps } from '../platform/stores.ts';
import styles from './command-dialog.module.css';
import finder from './finder.module.css';

type Props = ComponentProps<'input'> & Pick<DialogContentProps, 'text' | 'onType'>;

export const CommandField = ({ text, onType, ...rest }: Props) => {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <input
      {...rest}
      ref={field}
      className={finder.field}
      autoComplete="off"
      spellCheck={false}
      maxLength={maxQueryLength}
      value={text}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
};

/** Key caps, one for each key of a sequence. */
export const Keys = ({ name }: { readonly name: string }) => (
  <span className={styles.keys} aria-hidden>
    {name.split(' ').map((key, index) => (
      <kbd key={index}>{key}</kbd>
    ))}
  </span>
);
