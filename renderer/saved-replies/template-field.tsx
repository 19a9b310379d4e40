/**
 * Editable field for a template (contract/template.ts). Variables are chips that cursor, Backspace and screen readers
 * treat as one character. The browser owns the content; React renders only the empty field.
 */
import {
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { useTranslation } from 'react-i18next';
import { maxReplyLength } from '../../contract/limits.ts';
import { parseTemplate, type Part } from '../../contract/template.ts';
import { getGapNames } from '../leads/saved-replies.ts';
import styles from './saved-replies.module.css';

export type TemplateField = {
  /** Inserts a piece of a template where the cursor was last in the field, or at the end. */
  readonly insert: (raw: string) => void;
};

type Props = {
  readonly ref: Ref<TemplateField>;
  readonly label: string;
  readonly value: string;
  readonly rows: number;
  readonly lang?: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/** Converts a field's content to its template. */
const toTemplate = (root: Node): string => {
  let text = '';
  for (const node of root.childNodes) {
    if (node instanceof HTMLElement && node.dataset['raw'] !== undefined)
      text += node.dataset['raw'];
    else if (node instanceof HTMLBRElement) text += node.dataset['end'] === undefined ? '\n' : '';
    else text += node.childNodes.length > 0 ? toTemplate(node) : (node.nodeValue ?? '');
  }
  return text;
};

const createEndRange = (root: Node): Range => {
  const range = document.createRange();
  range.selectNodeContents(root);
  range.collapse(false);
  return range;
};

/** Replaces the content of the range with a chip and moves the cursor after it. */
const insertChip = (range: Range, chip: HTMLElement): void => {
  range.deleteContents();
  range.insertNode(chip);
  range.setStartAfter(chip);
  range.collapse(true);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
};

/** Finds the first typed text that is a variable. */
const findTypedVariable = (root: HTMLElement): { range: Range; part: Part } | null => {
  for (const node of root.childNodes) {
    if (!(node instanceof Text)) continue;
    let from = 0;
    for (const part of parseTemplate(node.data)) {
      const to = from + part.raw.length;
      if (part.kind !== 'text') {
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, to);
        return { range, part };
      }
      from = to;
    }
  }
  return null;
};

export const TemplateFieldBox = ({
  ref,
  label,
  value,
  rows,
  lang,
  placeholder,
  onChange,
  onFocus,
  onKeyDown,
}: Props) => {
  const { t, i18n } = useTranslation('savedReplies');
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  /** Last cursor or selection in the field when it lost the focus. */
  const lastRange = useRef<Range | null>(null);

  const formatPart = (part: Part): string => {
    if (part.kind === 'cursor') return t('variables.cursor').toLocaleLowerCase(i18n.language);
    if (part.kind !== 'variable') return part.raw.slice(2, -2).trim();
    const name = getGapNames(i18n.language)[part.variable];
    if (part.fallback === null) return name;
    return part.fallback === ''
      ? t('variables.orNothing', { name })
      : t('variables.orElse', { name, fallback: part.fallback });
  };
  const createChip = (part: Part): HTMLElement => {
    const chip = document.createElement('span');
    chip.className = styles.chip ?? '';
    chip.contentEditable = 'false';
    chip.dataset['raw'] = part.raw;
    chip.textContent = formatPart(part);
    return chip;
  };
  const draw = useEffectEvent((): void => {
    lastRange.current = null;
    field.current?.replaceChildren(
      ...parseTemplate(value).map((part) => (part.kind === 'text' ? part.raw : createChip(part))),
    );
  });
  // Typed text is already in the field, so it is redrawn only after other changes.
  useLayoutEffect(() => {
    if (field.current !== null && toTemplate(field.current) !== value) draw();
  }, [value]);
  useLayoutEffect(() => draw(), [i18n.language]);

  const onInput = (): void => {
    const { current } = field;
    if (current === null) return;
    for (let found = findTypedVariable(current); found !== null; found = findTypedVariable(current))
      insertChip(found.range, createChip(found.part));
    if (current.childNodes.length === 1 && current.firstChild instanceof HTMLBRElement)
      current.replaceChildren();
    const template = toTemplate(current);
    if (template !== value) onChange(template);
  };

  useImperativeHandle(ref, () => ({
    insert: (raw) => {
      const { current } = field;
      if (current === null) return;
      const [part] = parseTemplate(raw);
      if (part === undefined || value.length + raw.length > maxReplyLength) return;
      current.focus();
      insertChip(lastRange.current ?? createEndRange(current), createChip(part));
      onInput();
    },
  }));

  useEffect(() => {
    const { current } = field;
    /** Limits the template to a reply's length. */
    const limit = (event: InputEvent): void => {
      const more = event.data?.length ?? event.dataTransfer?.getData('text/plain').length ?? 0;
      const isFull = current !== null && toTemplate(current).length + more > maxReplyLength;
      if (more > 0 && isFull && event.cancelable) event.preventDefault();
    };
    current?.addEventListener('beforeinput', limit);
    return () => current?.removeEventListener('beforeinput', limit);
  }, []);

  return (
    <>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <div
        ref={field}
        role="textbox"
        tabIndex={0}
        aria-multiline
        aria-labelledby={id}
        aria-placeholder={placeholder}
        data-placeholder={placeholder}
        className={styles.text}
        style={{ minHeight: `${rows * 1.45 + 1.2}em` }}
        lang={lang}
        contentEditable="plaintext-only"
        suppressContentEditableWarning
        spellCheck
        onInput={onInput}
        onFocus={onFocus}
        onBlur={() => {
          const selection = getSelection();
          if (selection === null || selection.rangeCount === 0) return;
          const range = selection.getRangeAt(0).cloneRange();
          if (field.current?.contains(range.commonAncestorContainer)) lastRange.current = range;
        }}
        onKeyDown={onKeyDown}
      />
    </>
  );
};
