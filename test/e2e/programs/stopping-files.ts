/**
 * The files process, whose built program is the first argument. It stops itself right before it flushes a
 * restored database, as if the disk were slow, after it has written its process id to the file of the second
 * argument. Under an older Electron it loads better-sqlite3 all the same.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';

const [program = '', stopped = ''] = process.argv.slice(2);

/** `mov eax, VERSION; ret`: the function with which an addon on x64 declares its Node-API. */
const encodeReturn = (version: number): Buffer => {
  const code = Buffer.from([0xb8, 0, 0, 0, 0, 0xc3]);
  code.writeInt32LE(version, 1);
  return code;
};
const experimental = 0x7fffffff;

/**
 * Copies an addon for Node-API 10 so that older ones load it: as experimental they have all that it uses. They
 * abort when it finalizes an object, so no garbage may be collected (starts-children.ts).
 */
const copyForOlder = (file: string): string => {
  const addon = fs.readFileSync(file);
  const at = addon.indexOf(encodeReturn(10));
  if (at === -1 || addon.lastIndexOf(encodeReturn(10)) !== at)
    throw new Error(`${file} does not declare Node-API 10 where expected`);
  encodeReturn(experimental).copy(addon, at);
  const copy = `${stopped}-${process.pid}.node`;
  fs.writeFileSync(copy, addon);
  return copy;
};

const dlopen = process.dlopen.bind(process);
if (Number(process.versions.napi) < 10)
  process.dlopen = (module: object, file: string, ...flags) =>
    dlopen(module, copyForOlder(file), ...flags);

const { openSync } = fs;
fs.openSync = (path, flags, mode) => {
  if (String(path).endsWith('.restored') && flags === 'r+') {
    fs.writeFileSync(stopped, String(process.pid));
    process.kill(process.pid, 'SIGSTOP');
  }
  return openSync(path, flags, mode);
};
syncBuiltinESMExports();

await import(pathToFileURL(program).href);
