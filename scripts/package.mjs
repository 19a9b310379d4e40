/**
 * `npm run package`: makes installers and archives for the system it runs on, in dist/. With the official Electron
 * they can be released. With any other one it makes a folder and a tar.gz for testing only, which include the newer
 * Node that the engine then needs.
 *
 * `npm run package -- --x64 --arm64` names architectures, `--target dir` one kind of package (may be repeated),
 * `--output FOLDER` another folder; `--signed` refuses to make an unsigned package.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build as buildApp } from './build.mjs';
import { findElectron } from './electron-runtime.mjs';
import { fetchNatives } from './natives.mjs';
import { runWithPackages } from './node24.mjs';
import { configurePackaging } from './packaging.mjs';
import { CannotContinue, getInstalledNode, log, assertSuccess, root } from './script.mjs';

await runWithPackages(import.meta.url, log, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      x64: { type: 'boolean' },
      arm64: { type: 'boolean' },
      target: { type: 'string', multiple: true },
      output: { type: 'string' },
      signed: { type: 'boolean', default: false },
    },
  });
  const chosen = ['x64', 'arm64'].filter((arch) => values[arch]);
  const archs = chosen.length > 0 ? chosen : [process.arch];

  const runtime = await findElectron({ log });
  log(`packaging with ${runtime.reason}`);
  if (runtime.dist !== null && archs.some((arch) => arch !== process.arch)) {
    throw new CannotContinue(
      'another architecture needs the official Electron, as it is downloaded',
    );
  }
  assertSuccess('the build', await buildApp({ log }));
  for (const line of await fetchNatives({ archs })) log(line);

  // An absent secret of a build server is an empty text, which electron-builder would take for a certificate.
  for (const name of ['CSC_LINK', 'WIN_CSC_LINK'])
    if (process.env[name] === '') delete process.env[name];
  const { Arch, build, Platform } = await import('electron-builder');
  const packaging = configurePackaging({
    runtime,
    node: getInstalledNode(),
    env: process.env,
    signed: values.signed,
  });
  for (const line of packaging.messages) log(line);
  Object.assign(process.env, packaging.env);
  const files = await build({
    projectDir: root,
    publish: 'never',
    targets: Platform.current().createTarget(
      values.target ?? packaging.targets,
      ...archs.map((arch) => Arch[arch]),
    ),
    config: {
      extends: 'electron-builder.yml',
      ...packaging.config,
      ...(values.output && { directories: { output: path.resolve(values.output) } }),
    },
  });
  for (const file of files.filter((name) => existsSync(name))) log(path.relative(root, file));
  return 0;
});
