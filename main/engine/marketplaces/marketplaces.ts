/**
 * The marketplaces, a folder and a line each. Their generations' capabilities are in
 * contract/generations.ts, for the window too.
 */
export * as proIntegration from './pro-integration/generations.ts';
