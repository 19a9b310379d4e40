/** The marketplaces, a folder and a line each. contract/generations.ts lists their capabilities. */
export * as proIntegration from './pro-integration/generations.ts';
