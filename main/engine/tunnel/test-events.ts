/**
 * What the tunnel needs of whoever listens behind it, to prove that deliveries come in: test events
 * that only the receiver on this computer can recognize.
 */
export type TestEvents = {
  /** The header of an answer of our receiver that refused, and what is in it; new at each start. */
  readonly header: string;
  readonly mark: string;
  /** Makes ready for one test event: where it is sent to, as whom, and how its arrival is told. */
  readonly expect: () => {
    readonly path: string;
    readonly username: string;
    readonly password: string;
    /** Settles when the test event has come. */
    readonly arrival: Promise<void>;
    readonly hasArrived: () => boolean;
    /** It is not waited for any more. */
    readonly forget: () => void;
  };
};
