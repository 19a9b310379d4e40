/**
 * A list with the interface of the virtual one, for a short conversation: the browser lays it out once, instead of
 * once for each round of measuring, and keeps the visible messages in place when something above them grows.
 */
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type HTMLAttributes,
  type ReactElement,
  type RefCallback,
} from 'react';
import type { VListHandle } from 'virtua';
import styles from './thread.module.css';

export type LogHandle = Pick<
  VListHandle,
  'scrollOffset' | 'scrollSize' | 'viewportSize' | 'scrollToIndex' | 'findItemIndex'
>;

type Attribute = 'role' | 'aria-live' | 'aria-label' | 'tabIndex' | 'className';

export type LogProps<T> = Pick<HTMLAttributes<HTMLDivElement>, Attribute> & {
  readonly ref: RefCallback<LogHandle>;
  readonly data: readonly T[];
  readonly children: (item: T) => ReactElement;
  /** For the virtual list: items were added in front, which must not move the visible ones. */
  readonly shift: boolean;
  readonly onScroll: (offset: number) => void;
  /** Called when the size of the list or of its items changes. */
  readonly onResize: () => void;
};

/** The height between the paddings, in pixels. */
const innerHeightOf = (scroller: HTMLElement): number => {
  const { paddingTop, paddingBottom } = getComputedStyle(scroller);
  return scroller.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
};

const handleOf = (scroller: HTMLElement, content: HTMLElement): LogHandle => ({
  get scrollOffset() {
    return scroller.scrollTop;
  },
  get scrollSize() {
    return content.offsetHeight;
  },
  get viewportSize() {
    return innerHeightOf(scroller);
  },
  scrollToIndex: (index, { align = 'start' } = {}) => {
    const item = content.children[Math.min(index, content.children.length - 1)];
    if (!(item instanceof HTMLElement)) return;
    const room = innerHeightOf(scroller) - item.offsetHeight;
    const above = align === 'end' ? room : align === 'center' ? room / 2 : 0;
    scroller.scrollTop = item.offsetTop - above;
  },
  findItemIndex: (offset) => {
    const after = Array.from(content.children).findIndex(
      (item) => item instanceof HTMLElement && item.offsetTop > offset,
    );
    return (after < 0 ? content.children.length : after) - 1;
  },
});

export const ShortLog = <T,>({
  ref,
  data,
  children,
  shift: _,
  onScroll,
  onResize,
  ...rest
}: LogProps<T>) => {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useImperativeHandle(
    ref,
    () => handleOf(scroller.current as HTMLDivElement, content.current as HTMLDivElement),
    [],
  );
  const resized = useRef(onResize);
  useLayoutEffect(() => {
    resized.current = onResize;
  }, [onResize]);
  useEffect(() => {
    const observer = new ResizeObserver(() => resized.current());
    for (const { current } of [scroller, content]) if (current !== null) observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={scroller}
      style={{ overflowY: 'auto' }}
      onScroll={(event) => onScroll(event.currentTarget.scrollTop)}
      {...rest}
    >
      <div ref={content} className={styles.items}>
        {data.map(children)}
      </div>
    </div>
  );
};
