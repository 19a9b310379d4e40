/** Lists the shipped packages (SBOM) as CycloneDX 1.5, for scanners of known vulnerabilities. */

/** The packages that are in the app, and Electron around them. */
export function billOfMaterials({ app, shipped: { folders, locked }, at }) {
  const components = [...folders, 'node_modules/electron'].map((folder) =>
    componentOf(folder.split('node_modules/').at(-1), locked[folder]),
  );
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      component: { type: 'application', ...identityOf(app.name, app.version) },
    },
    // Two folders may contain the same version.
    components: [...new Map(components.map((one) => [one['bom-ref'], one])).values()],
  };
}

function identityOf(name, version) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { 'bom-ref': purl, name, version, purl };
}

/** The entry of a package in package-lock.json. */
const componentOf = (name, { version, license, integrity }) => ({
  type: 'library',
  ...identityOf(name, version),
  hashes: [
    {
      alg: 'SHA-512',
      content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex'),
    },
  ],
  licenses: [{ expression: license }],
});
