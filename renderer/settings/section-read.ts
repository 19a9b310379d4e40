/**
 * Which section of a long page is being read: the last whose heading has come up to the upper part of what
 * is seen, and at the foot of the page the last of all, whose heading cannot come that far.
 */
import { useEffect, useRef, useState, type RefObject } from 'react';

/** How far down from the top of the page a section counts as read, as a part of its height. */
const upperPart = 0.25;

/**
 * @param tops where the headings stand, in pixels below the top of what is seen
 * @returns the index of the section that is read
 */
export const indexRead = (
  tops: readonly number[],
  { height, isAtEnd }: { readonly height: number; readonly isAtEnd: boolean },
): number => {
  if (isAtEnd) return tops.length - 1;
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= height * upperPart),
  );
};

/**
 * Follows the page around `nav` as it is scrolled. Returns the section that is read, and what goes to one: that one
 * is read then until the person scrolls on, also where the page is too short to bring it up.
 *
 * @param ways the id of a section's heading, and what brings a section up at once
 */
export const useSectionRead = <Name extends string>(
  nav: RefObject<HTMLElement | null>,
  names: readonly Name[],
  ways: { readonly idOf: (name: Name) => string; readonly goTo: (name: Name) => void },
): readonly [read: Name | undefined, choose: (name: Name) => void] => {
  const { idOf, goTo } = ways;
  const [read, setRead] = useState<Name | undefined>(names[0]);
  /** How far the page was scrolled when a section was chosen. */
  const chosenAt = useRef<number | null>(null);
  useEffect(() => {
    const page = nav.current?.closest('main');
    if (page == null) return;
    const look = (): void => {
      if (chosenAt.current === page.scrollTop) return;
      chosenAt.current = null;
      const { top } = page.getBoundingClientRect();
      const tops = names.map(
        (name) => (document.getElementById(idOf(name))?.getBoundingClientRect().top ?? 0) - top,
      );
      const left = page.scrollHeight - page.clientHeight - page.scrollTop;
      const isAtEnd = page.scrollTop > 0 && left < 2;
      setRead(names[indexRead(tops, { height: page.clientHeight, isAtEnd })]);
    };
    look();
    page.addEventListener('scroll', look, { passive: true });
    return () => page.removeEventListener('scroll', look);
  }, [nav, names, idOf]);
  const choose = (name: Name): void => {
    goTo(name);
    chosenAt.current = nav.current?.closest('main')?.scrollTop ?? null;
    setRead(name);
  };
  return [read, choose];
};
