/** The current section: the last whose heading is in the upper part, or the last one at the page's end. */
import { useEffect, useRef, useState, type RefObject } from 'react';

/** Fraction of the page's height. */
const upperPart = 0.25;

/** @param tops positions of the headings in pixels below the page's top */
export const findCurrentIndex = (
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
 * Follows the scrolling of the page around `nav`. Returns the current section and a function
 * that goes to one, which then stays the current one until the page is scrolled.
 */
export const useCurrentSection = <Name extends string>(
  nav: RefObject<HTMLElement | null>,
  names: readonly Name[],
  { getID, goTo }: { readonly getID: (name: Name) => string; readonly goTo: (name: Name) => void },
): readonly [current: Name | undefined, choose: (name: Name) => void] => {
  const [current, setCurrent] = useState<Name | undefined>(names[0]);
  /** Scroll position at the last choice. */
  const chosenAt = useRef<number | null>(null);
  useEffect(() => {
    const page = nav.current?.closest('main');
    if (page == null) return;
    const update = (): void => {
      if (chosenAt.current === page.scrollTop) return;
      chosenAt.current = null;
      const { top } = page.getBoundingClientRect();
      const tops = names.map(
        (name) => (document.getElementById(getID(name))?.getBoundingClientRect().top ?? 0) - top,
      );
      const remaining = page.scrollHeight - page.clientHeight - page.scrollTop;
      const isAtEnd = page.scrollTop > 0 && remaining < 2;
      setCurrent(names[findCurrentIndex(tops, { height: page.clientHeight, isAtEnd })]);
    };
    update();
    page.addEventListener('scroll', update, { passive: true });
    return () => page.removeEventListener('scroll', update);
  }, [nav, names, getID]);
  const choose = (name: Name): void => {
    goTo(name);
    chosenAt.current = nav.current?.closest('main')?.scrollTop ?? null;
    setCurrent(name);
  };
  return [current, choose];
};
