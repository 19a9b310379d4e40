/** Chooses from a list by typing a part of a name; Enter chooses the highlighted entry, Escape closes. */
import { IconCheck } from '@tabler/icons-react';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { saveCursor } from './focus-back.ts';
import { chooseNextOption } from './next-option.ts';
import { useDialog } from './use-dialog.ts';
import styles from './choose-dialog.module.css';
import finder from './finder.module.css';

export type Choice = {
  readonly key: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly isChosen: boolean;
};

type Props = {
  readonly label: string;
  /** Placeholder of the field. */
  readonly find: string;
  /** Shown while nothing matches. */
  readonly none: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (key: string) => void;
  readonly onClose: () => void;
};

export const ChooseDialog = ({ label, find, none, choices, onChoose, onClose }: Props) => {
  const id = useId();
  const { ref, close } = useDialog();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [restoreCursor] = useState(saveCursor);
  const typed = text.trim().toLocaleLowerCase();
  const options = choices.filter((each) => each.label.toLocaleLowerCase().includes(typed));
  const highlightedIndex = Math.min(at, options.length - 1);
  const highlighted = options[highlightedIndex];

  const choose = (key: string): void => {
    onChoose(key);
    close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const next = chooseNextOption(event.key, highlightedIndex, options.length);
    if (next !== null) {
      event.preventDefault();
      setAt(next);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (highlighted !== undefined) choose(highlighted.key);
    }
  };

  return (
    <dialog
      ref={ref}
      className={styles.picker}
      aria-label={label}
      onClose={() => {
        restoreCursor();
        onClose();
      }}
    >
      <input
        autoFocus
        className={finder.field}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={highlighted === undefined ? undefined : `${id}-${highlightedIndex}`}
        aria-label={find}
        placeholder={find}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={label}>
        {options.map((each, index) => (
          // The field handles the keys (aria-activedescendant).
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={each.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={each.isChosen}
            data-chosen={index === highlightedIndex}
            onClick={() => choose(each.key)}
          >
            {each.icon}
            <bdi>{each.label}</bdi>
            {each.isChosen && <IconCheck size={14} aria-hidden />}
          </li>
        ))}
      </ul>
      {options.length === 0 && <p>{none}</p>}
    </dialog>
  );
};
