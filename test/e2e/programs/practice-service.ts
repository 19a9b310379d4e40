/**
 * The built practice service, named by the first argument, in an older Node: adds two functions that its HTTP
 * client needs when loaded, missing before Node 22.15.
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
