/** Finds the packages of node_modules that go into out/, by a build that writes nothing. */
import path from 'node:path';
import { root } from './script.mjs';

/** Finds the folders of packages whose code, styles or fonts are in a bundle, as package-lock.json names them. */
export async function findBundledPackages() {
  const [vite, electronVite, { default: config }] = await Promise.all([
    import('vite'),
    import('electron-vite'),
    import('../electron.vite.config.ts'),
  ]);
  Object.assign(process.env, {
    NODE_ENV: 'production',
    NODE_ENV_ELECTRON_VITE: 'production',
  });
  const { MainConfigFactory, PreloadConfigFactory, RendererConfigFactory } = electronVite;
  const found = new Set();
  const collector = {
    name: 'collects-packages',
    generateBundle(_options, bundle) {
      for (const id of listModules(bundle, this.getModuleIds())) {
        const folder = findPackage(id);
        if (folder !== null) found.add(folder);
      }
    },
  };
  for (const [Factory, partConfig] of [
    [MainConfigFactory, config.main],
    [PreloadConfigFactory, config.preload],
    [RendererConfigFactory, config.renderer],
  ]) {
    const ours = { configFile: false, logLevel: 'silent' };
    const inline = await new Factory(partConfig, { ...ours, mode: 'production' }, { root }).build();
    const build = { write: false, minify: false, reportCompressedSize: false };
    await vite.build(vite.mergeConfig(inline, { ...ours, plugins: [collector], build }));
  }
  return [...found].sort();
}

/** Lists the modules of a bundle: those with code left in it, and styles with their fonts. */
function* listModules(bundle, read) {
  for (const part of Object.values(bundle))
    for (const [id, { renderedLength }] of Object.entries(part.modules ?? {}))
      if (renderedLength > 0) yield id;
  for (const id of read) if (!/\.([cm]?[jt]sx?|json)(\?|$)/.test(id)) yield id;
}

/** Finds the folder of a module's package; null for our modules. */
function findPackage(id) {
  const file = path.relative(root, path.resolve(root, id.split('?')[0])).replaceAll('\\', '/');
  const [folder] = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? [null];
  return folder;
}
