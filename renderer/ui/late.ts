/** Loading states that nobody sees when things are quick. */
import { useEffect, useState } from 'react';

/** True once `on` has been true for 150 ms without a break. */
export const useLate = (on: boolean): boolean => {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setLate(true), 150);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [on]);
  return on && late;
};
