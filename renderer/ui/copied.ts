/** Copying a text, and having copied it: the sign for it goes after a moment. */
import { useEffect, useState } from 'react';

const shownMs = 1_500;

/** @returns whether a text was copied just now, and what copies one */
export const useCopying = (): readonly [boolean, (text: string) => void] => {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return [copied, (text) => void navigator.clipboard.writeText(text).then(() => setCopied(true))];
};
