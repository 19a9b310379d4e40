/** Lists the shipped packages (SBOM) as CycloneDX 1.5, for scanners of known vulnerabilities. */

/** Lists the packages that are in the app, and Electron around them. */
export function buildBillOfMaterials({ app, shipped: { folders, locked }, at }) {
  const components = [...folders, 'node_modules/electron'].map((folder) =>
    toComponent(folder.split('node_modules/').at(-1), locked[folder]),
  );
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      component: { type: 'application', ...toIdentity(app.name, app.version) },
    },
    // Two folders may contain the same version.
    components: [...new Map(components.map((one) => [one['bom-ref'], one])).values()],
  };
}

function toIdentity(name, version) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { 'bom-ref': purl, name, version, purl };
}

/** Converts the entry of a package in package-lock.json. */
const toComponent = (name, { version, license, integrity }) => ({
  type: 'library',
  ...toIdentity(name, version),
  hashes: [
    {
      alg: 'SHA-512',
      content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex'),
    },
  ],
  licenses: [{ expression: license }],
});
