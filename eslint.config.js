import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Customers' words are text: nothing may turn a string into HTML or code (security rule 8). */
const noHTML = {
  selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
  message: 'Customers’ words are text, never HTML.',
};

export default tseslint.config(
  { ignores: ['node_modules/', 'out/', 'dist/', 'test-results/'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      'no-console': 'error',
    },
  },
  {
    files: ['renderer/**/*.tsx'],
    extends: [reactHooks.configs.flat.recommended, jsxA11y.flatConfigs.recommended],
  },
  {
    files: ['**/*.{mjs,js,cjs}'],
    languageOptions: { globals: globals.node },
  },
  {
    // Playwright reads from the pattern which fixtures a fixture needs, also when it needs none.
    files: ['test/e2e/**'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  {
    files: ['renderer/**', 'main/**', 'preload/**'],
    rules: { 'no-eval': 'error', 'no-restricted-syntax': ['error', noHTML] },
  },
  {
    // Choosing looks the same everywhere.
    files: ['renderer/**'],
    ignores: ['renderer/ui/select.tsx'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@mantine/core',
              importNames: ['NativeSelect', 'Select'],
              message: 'Use ui/select.tsx.',
            },
          ],
        },
      ],
    },
  },
  {
    // A date that no calendar has throws: format.ts alone makes them, and takes any number.
    files: ['renderer/**'],
    ignores: ['renderer/ui/format.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        noHTML,
        {
          selector:
            "NewExpression[callee.name='Date'], MemberExpression[property.name='DateTimeFormat']",
          message: 'Times are written by ui/format.ts, which takes any number.',
        },
      ],
    },
  },
);
