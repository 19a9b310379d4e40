/** Preloaded into the app's main process instead of the start's hold, which it includes: time runs 30 times as fast. */
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const ofPlaywright = createRequire(require.resolve('@playwright/test/package.json'));
const core = dirname(ofPlaywright.resolve('playwright-core/package.json'));
require(join(core, 'lib/server/electron/loader.js'));

const speed = 30;
const steady = performance.now.bind(performance);
Object.defineProperty(performance, 'now', { value: () => steady() * speed });
globalThis.setTimeout = new Proxy(setTimeout, {
  apply: (real, self, [work, ms = 0, ...args]) =>
    Reflect.apply(real, self, [work, ms / speed, ...args]),
});
