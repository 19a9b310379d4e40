/** What the vault and the connection ask of a log. Values of secrets are never handed to it. */
export type Log = {
  readonly info: (fields: object, text: string) => void;
  readonly warn: (fields: object, text: string) => void;
  readonly error: (fields: object, text: string) => void;
};
