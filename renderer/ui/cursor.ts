/** A dialog that closes gives the focus back to the field that it was taken from, but not the cursor. */

/** Takes note of the cursor; the answer puts it there again, if its field has the focus. */
export const cursorNow = (): (() => void) => {
  const field = document.activeElement;
  const isField = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  if (!isField || field.selectionStart === null) return () => {};
  const { selectionStart, selectionEnd } = field;
  return () => {
    if (document.activeElement === field) field.setSelectionRange(selectionStart, selectionEnd);
  };
};
