/**
 * A list with the interface of the virtual one, for a short conversation: the browser lays it out once, without
 * rounds of measuring. Visible items stay in place when an item above them changes its height.
 */
import {
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
  /** For the virtual list: added items in front must not move the visible ones. */
  readonly shift: boolean;
  readonly onScroll: (offset: number) => void;
  /** Called when the size of the list or of its items changes. */
  readonly onResize: () => void;
};

/** The height between the paddings, in pixels. */
const measureInnerHeight = (scroller: HTMLElement): number => {
  const { paddingTop, paddingBottom } = getComputedStyle(scroller);
  return scroller.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
};

const createLog = (scroller: HTMLElement, content: HTMLElement) => {
  /** The first visible item, and its hidden height. */
  let anchor: { readonly item: HTMLElement; readonly above: number } | null = null;
  let size = '';
  const measureSize = (): string => `${scroller.clientHeight} ${content.offsetHeight}`;
  const listItems = (): HTMLElement[] => [...content.querySelectorAll<HTMLElement>(':scope > *')];
  const findIndexAt = (offset: number): number => {
    const after = listItems().findIndex(({ offsetTop }) => offsetTop > offset);
    return (after < 0 ? content.children.length : after) - 1;
  };
  const saveAnchor = (): void => {
    const item = listItems()[findIndexAt(scroller.scrollTop)];
    anchor = item === undefined ? null : { item, above: scroller.scrollTop - item.offsetTop };
    size = measureSize();
  };
  const handle: LogHandle = {
    get scrollOffset() {
      return scroller.scrollTop;
    },
    get scrollSize() {
      return content.offsetHeight;
    },
    get viewportSize() {
      return measureInnerHeight(scroller);
    },
    scrollToIndex: (index, { align = 'start' } = {}) => {
      const item = listItems()[Math.min(index, content.children.length - 1)];
      if (item === undefined) return;
      const room = measureInnerHeight(scroller) - item.offsetHeight;
      const above = align === 'end' ? room : align === 'center' ? room / 2 : 0;
      scroller.scrollTop = item.offsetTop - above;
      saveAnchor();
    },
    findItemIndex: findIndexAt,
  };
  return {
    handle,
    saveAnchor,
    /** A resize is not handled yet. It also scrolls a list that became too short. */
    isResizing: (): boolean => size !== measureSize(),
    /** Shows the first visible item where it was before a resize. */
    restore: (): void => {
      if (anchor?.item.isConnected === true)
        scroller.scrollTop = anchor.item.offsetTop + anchor.above;
      saveAnchor();
    },
  };
};

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
  const log = useRef<ReturnType<typeof createLog>>(null);
  const resizeHandler = useRef(onResize);
  useLayoutEffect(() => {
    resizeHandler.current = onResize;
  }, [onResize]);
  useLayoutEffect(() => {
    if (scroller.current === null || content.current === null) return undefined;
    const created = createLog(scroller.current, content.current);
    log.current = created;
    ref(created.handle);
    const observer = new ResizeObserver(() => {
      created.restore();
      resizeHandler.current();
    });
    observer.observe(scroller.current);
    observer.observe(content.current);
    return () => {
      observer.disconnect();
      ref(null);
    };
  }, [ref]);
  return (
    <div
      ref={scroller}
      style={{ overflowY: 'auto', overflowAnchor: 'none' }}
      onScroll={({ currentTarget }) => {
        if (log.current?.isResizing() !== false) return;
        log.current.saveAnchor();
        onScroll(currentTarget.scrollTop);
      }}
      {...rest}
    >
      <div ref={content} className={styles.items}>
        {data.map(children)}
      </div>
    </div>
  );
};
