/**
 * The built practice service, named by the first argument, in whatever Node an Electron has: its HTTP client
 * asks as it loads for two things that a Node before 22.15 lacks and that nobody uses here.
 */
import threads from 'node:worker_threads';
import zlib from 'node:zlib';
import { pathToFileURL } from 'node:url';

const missing = (): never => {
  throw new Error('this Node does not have it');
};
(zlib as { createZstdDecompress?: unknown }).createZstdDecompress ??= missing;
(threads as { markAsUncloneable?: unknown }).markAsUncloneable ??= () => undefined;

const [built = ''] = process.argv.splice(2, 1);
await import(/* @vite-ignore */ pathToFileURL(built).href);
