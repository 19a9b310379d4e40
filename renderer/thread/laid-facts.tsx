/** The lead's details over the conversation, where there is no room beside it: Escape takes them away again. */
import { useEffect } from 'react';
import type { LeadDetails } from '../../contract/records.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import { Facts } from './facts.tsx';
import styles from './thread.module.css';

type Props = { readonly details: LeadDetails; readonly onClose: () => void };

/** It was meant for what lies over the details, and may have closed that already. */
const isForOther = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('dialog, [role="menu"]') !== null;

export const LaidFacts = ({ details, onClose }: Props) => {
  useFocusBack();
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || isForOther(event)) return;
      event.preventDefault();
      onClose();
    };
    window.addEventListener('keydown', pressed, true);
    return () => window.removeEventListener('keydown', pressed, true);
  }, [onClose]);
  return (
    <div className={styles.facts} data-laid>
      <Facts details={details} onGo={onClose} />
    </div>
  );
};
