/// <reference types="vite/client" />
import 'react';
import type { ExposedBridge } from './platform/bridge.ts';

declare global {
  interface Window {
    /** Exposed by the preload script. */
    readonly hearthline: ExposedBridge;
  }
}

declare module 'react' {
  interface CSSProperties {
    /** Height of a row of the lead list. */
    '--row'?: string;
  }
}
