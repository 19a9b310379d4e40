/** Preloaded into Electron: reports when the first window has painted its first lead, or the empty window its text. */
const { app } = require('electron');

const seen = `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const isThere = () => document.querySelector('[data-lead-id], [data-empty]') !== null;
  while (!isThere()) await frame();
  await frame();
  await new Promise((done) => setTimeout(done));
  return Date.now();
})()`;

app.once('web-contents-created', (_event, contents) => {
  contents.once('dom-ready', async () => {
    process.stdout.write(`painted ${await contents.executeJavaScript(seen)}\n`);
  });
});
