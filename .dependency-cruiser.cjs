// Import rules; docs/architecture.md gives the reasons.
const { readdirSync } = require('node:fs');

const ours = '^(contract|hub|main|preload|renderer|sandbox|scenarios|test|scripts)/';

/** Of our files, a folder may import only those that match `allowed`. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: ours, pathNot: allowed },
});

/**
 * The engine's layers, each built on the layers before it. Folders of one layer do not import each
 * other. `engine.ts`, `compose*.ts`, `port-messages.ts` and `process.ts` may import all of them.
 */
const layers = [
  ['platform'],
  ['leads'],
  ['conversation', 'photos'],
  ['accounts'],
  ['marketplaces'],
  ['receiver', 'tunnel', 'notify', 'automatic'],
  ['reach'],
  ['team'],
  ['tools', 'files'],
];
const layered = layers.flatMap((layer, at) =>
  layer.map((folder) => {
    const below = [...layers.slice(0, at).flat(), folder].join('|');
    return {
      name: `engine-layer-${folder}`,
      comment:
        'platform, leads, conversation, accounts, marketplaces, then what comes in, then tools',
      severity: 'error',
      from: { path: `^main/engine/${folder}/` },
      to: { path: '^main/engine/', pathNot: `^main/engine/(${below})/` },
    };
  }),
);

/**
 * The window's floors, each built on those before it. Folders of one floor do not import each other. A folder
 * without a name here is an area.
 */
const lowFloors = [['platform'], ['ui'], ['accounts'], ['leads']];
const highFloors = [['palette', 'shortcuts'], ['app']];
const named = [...lowFloors, ...highFloors].flat();
const areas = readdirSync('renderer', { withFileTypes: true })
  .filter((each) => each.isDirectory() && !named.includes(each.name))
  .map(({ name }) => name);
const floors = [...lowFloors, areas, ...highFloors];
const floored = floors.flatMap((floor, at) =>
  floor.map((folder) => {
    const below = [...floors.slice(0, at).flat(), folder].join('|');
    return {
      name: `window-floor-${folder}`,
      comment: 'an area shows a part of another as an argument or a slot (renderer/app/pages/)',
      severity: 'error',
      from: { path: `^renderer/${folder}/` },
      to: { path: '^renderer/', pathNot: `^renderer/(${below})/` },
    };
  }),
);

/**
 * One file imports a folder of the engine, so that it is removed with its line there. The engine keeps
 * its tables, and the JSON paths of its records in leads/search-filters.ts, accounts/moves.ts and
 * automatic/facts.ts.
 */
const enteredBy = (folder, entry) => ({
  name: `removable-${folder.split('/').at(-1)}`,
  comment: `only ${entry} imports it; other code asks the account (accounts/runtime.ts)`,
  severity: 'error',
  from: {
    path: '^(main|contract|hub|preload|renderer|scripts)/',
    pathNot: `^main/engine/marketplaces/(${folder}/|${entry}$)`,
  },
  to: { path: `^main/engine/marketplaces/${folder}/` },
});
const removable = [
  enteredBy('pro-integration', 'marketplaces.ts'),
  enteredBy('pro-integration/v4', 'pro-integration/generations.ts'),
  enteredBy('pro-integration/legacy', 'pro-integration/generations.ts'),
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layered,
    ...floored,
    ...removable,
    only(
      'contract-stands-alone',
      '^contract/',
      '^contract/',
      'the contract is shared by all sides',
    ),
    {
      name: 'contract-needs-only-zod',
      severity: 'error',
      from: { path: '^contract/' },
      to: { pathNot: '^(contract/|node_modules/zod/)' },
    },
    only('renderer-sees-the-contract', '^renderer/', '^(renderer|contract)/', 'it is sandboxed'),
    only('preload-sees-the-contract', '^preload/', '^(preload|contract)/', 'it is the only bridge'),
    only('sandbox-stands-alone', '^sandbox/', '^sandbox/', 'a misreading must not be repeated'),
    only(
      'hub-stands-alone',
      '^hub/',
      '^(hub/|contract/|main/(log|clock|http|listener)/|main/sealing/(seal|secret|six-digits|nkey|digest)\\.ts|main/connect/(grant|grant-v4|grant-legacy|disconnect-legacy|self)\\.ts)',
      'a server; with the desktop it shares the contract, sealing, and the requests of a sign-in',
    ),
    only(
      'scenarios-drive-from-outside',
      '^scenarios/',
      '^(scenarios/|sandbox/(options|ready)\\.ts)',
      'what plays in the sandbox knows its command line and its control interface',
    ),
    only(
      'engine-stands-alone',
      '^main/engine/',
      '^(main/(engine|log|clock|parent-port|http|listener|sealing)|contract)/',
      'runs without Electron',
    ),
    only(
      'main-talks-over-the-port',
      '^main/(shell|connect|vault|reach)/',
      '^(main/(shell|connect|vault|reach|team|log|clock|parent-port|http|listener)|contract)/',
      'the engine is another process',
    ),
    only(
      'parent-port-knows-the-contract-only',
      '^main/parent-port/',
      '^(main/parent-port|contract)/',
      'it carries messages and knows none of them',
    ),
    only(
      'http-serves-both',
      '^main/http/',
      '^(main/(http|log|clock)|contract)/',
      'what the engine and the connection share about requests to the service',
    ),
    only(
      'channels-stand-alone',
      '^main/reach/',
      '^(main/(reach|vault|log|clock|http)|contract)/',
      'messages to the phone know neither leads nor Electron',
    ),
    only(
      'membership-stands-alone',
      '^main/team/',
      '^(main/(team|sealing|vault|log|clock|http)/|main/connect/(hub-requests|http-requests)\\.ts|contract)/?',
      'a keeper without a window is a member too',
    ),
    only(
      'sealing-stands-alone',
      '^main/sealing/',
      '^(main/sealing|contract)/',
      'cryptography of the team, for desktop, engine and hub',
    ),
    only(
      'vault-knows-secrets-only',
      '^main/vault/',
      '^(main/(vault|log|clock|parent-port)|contract)/',
      'the keychain knows nothing above it',
    ),
    {
      name: 'electron-only-in-the-shell',
      severity: 'error',
      from: {
        path: ours,
        pathNot: '^(main/index\\.ts|main/shell/|preload/|test/(e2e|bench/electron)/|scripts/)',
      },
      to: { path: '(^|/)electron($|/)' },
    },
    {
      name: 'no-node-in-the-renderer',
      severity: 'error',
      from: { path: '^(renderer|contract)/' },
      to: { dependencyTypes: ['core'] },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'product-never-imports-tests',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { path: '^test/' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(out|dist|test-results)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
