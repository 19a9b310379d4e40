// pino-roll has no types; this is what log.ts uses.
declare module 'pino-roll' {
  import type { EventEmitter } from 'node:events';
  import type { DestinationStream } from 'pino';

  export default function roll(options: {
    readonly file: string;
    readonly size: string;
    readonly limit: { readonly count: number; readonly removeOtherLogFiles: boolean };
    readonly mode: number;
    readonly sync: boolean;
  }): Promise<DestinationStream & EventEmitter>;
}
