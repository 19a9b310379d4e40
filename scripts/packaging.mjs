/**
 * What electron-builder is told beside electron-builder.yml: which Electron is packaged and what that one
 * needs, and where the release's home is.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * @param {object} given
 * @param {import('./electron-runtime.mjs').Runtime} given.runtime
 * @param {string} given.node the program of the newer Node
 * @param {NodeJS.ProcessEnv} given.env
 * @returns {{ config: object, targets: string[] | null, env: NodeJS.ProcessEnv, says: string[] }} `targets`:
 *   null for those of the yml; `env`: what the environment gets
 */
export function packagingFor({ runtime, node, env }) {
  const home = homepageOf(env);
  const metadata = home === null ? {} : { extraMetadata: { homepage: home } };
  if (runtime.official) return { config: metadata, targets: null, env: {}, says: [] };
  return {
    config: {
      ...metadata,
      electronDist: path.dirname(runtime.path),
      electronVersion: runtime.version,
      // A plain Node reads no archive: what it runs lies beside it.
      asarUnpack: ['**/*.node', 'out/main/**', 'node_modules/**'],
      extraResources: [{ from: node, to: path.basename(node) }],
      afterExtract: removeDefaultApp,
    },
    targets: ['dir', 'tar.gz'],
    // It is looked at and thrown away: quick is better than small.
    env: { ELECTRON_BUILDER_COMPRESSION_LEVEL: '1' },
    says: [
      `the engine needs a newer Node than this Electron brings, so one is put beside it (${path.basename(node)})`,
      'this package is for trying out; one to ship is built where the official Electron can be reached',
    ],
  };
}

/** What that Electron runs when it is told of no app. */
async function removeDefaultApp({ appOutDir }) {
  for (const name of ['default_app.asar', 'default_app.sha256']) {
    await rm(path.join(appOutDir, 'resources', name), { force: true });
  }
}

/** Where a build server says the sources are; Linux packages name it. */
function homepageOf({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }) {
  return server && repository ? `${server}/${repository}` : null;
}
