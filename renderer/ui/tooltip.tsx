/** Tooltips: one for the whole window, next to the element under the pointer. */
import {
  cloneElement,
  createContext,
  use,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import styles from './tooltip.module.css';

type Tip = {
  readonly label: ReactNode;
  /** Below by default; `above` also allows several lines. */
  readonly side?: 'above' | 'right';
  readonly delayMs?: number;
};
type Shown = Tip & { readonly of: HTMLElement };

/** Shows a tooltip after its delay, or hides the current one. */
const Show = createContext<(next: Shown | null) => void>(() => undefined);

const usualDelayMs = 500;

type PointerProps = {
  readonly onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
};
type TooltipProps = Tip & { readonly children: ReactElement<PointerProps> };

/** Adds a tooltip to its child; without a label, none. */
export const Tooltip = ({ children, ...tip }: TooltipProps) => {
  const show = use(Show);
  if (tip.label === undefined) return children;
  return cloneElement(children, {
    onPointerEnter: ({ currentTarget, pointerType }) => {
      if (pointerType !== 'touch') show({ ...tip, of: currentTarget });
    },
    onPointerLeave: () => show(null),
  });
};

type BubbleProps = Shown & { readonly onGone: () => void };

const Bubble = ({ of, label, side, onGone }: BubbleProps) => {
  const id = useId();
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    of.style.setProperty('anchor-name', '--tip');
    of.setAttribute('aria-describedby', id);
    const { left = 0, right = 0 } = bubble.current?.getBoundingClientRect() ?? {};
    if (right > innerWidth) bubble.current?.setAttribute('data-reaches', 'right');
    if (left < 0) bubble.current?.setAttribute('data-reaches', 'left');
    // Removing the element under the pointer fires no pointerleave event.
    const changes = new MutationObserver(() => {
      if (!of.isConnected) onGone();
    });
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      changes.disconnect();
      of.style.removeProperty('anchor-name');
      of.removeAttribute('aria-describedby');
    };
  }, [of, id, onGone]);
  // Inside the landmark or dialog of its element, and next to it in reading order.
  return createPortal(
    <div ref={bubble} role="tooltip" id={id} className={styles.tooltip} data-side={side}>
      {label}
    </div>,
    of.parentElement ?? document.body,
  );
};

/** Shows the tooltips of its children. A press or Escape hides them. */
export const Tooltips = ({ children }: { readonly children: ReactNode }) => {
  const [shown, setShown] = useState<Shown | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = useCallback(() => setShown(null), []);
  const show = useCallback((next: Shown | null): void => {
    clearTimeout(timer.current);
    setShown(null);
    if (next !== null)
      timer.current = setTimeout(() => setShown(next), next.delayMs ?? usualDelayMs);
  }, []);
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    const hideOnEscape = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') show(null);
    };
    document.addEventListener('pointerdown', () => show(null), options);
    document.addEventListener('keydown', hideOnEscape, options);
    return () => {
      clearTimeout(timer.current);
      listening.abort();
    };
  }, [show]);
  return (
    <Show value={show}>
      {children}
      {shown?.of.isConnected === true && <Bubble {...shown} onGone={hide} />}
    </Show>
  );
};
