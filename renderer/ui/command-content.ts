/** What the content of a command dialog is given: what is typed outlives the field that stands in for its own. */
export type ContentProps = {
  readonly text: string;
  readonly onType: (text: string) => void;
  /** Enter was pressed before the content was there. */
  readonly isEntered: boolean;
  /** Closes the dialog, gives the focus back, and goes on with `then`. */
  readonly close: (then?: () => void) => void;
};
