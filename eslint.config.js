import { builtinModules } from 'node:module'
import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

const CONFIG_FILES = ['*.config.{js,ts}', '.*.{js,cjs}']

/** Code for the browser, without Node APIs. */
const PAGES = 'packages/*/page/**'
const BROWSER_GLOBALS =
  'document window location history getSelection requestAnimationFrame setTimeout clearTimeout fetch URL URLSearchParams AbortSignal EventSource'

/** For all code: a package lists each export by name, and no test is skipped. */
const SYNTAX = [
  { selector: 'ExportAllDeclaration', message: 'Name what you export: the public API is a decision.' },
  {
    selector: ':matches(ExportDefaultDeclaration, ExportSpecifier[exported.name="default"])',
    message: 'Use a named export: one concept, one word, wherever it is imported.',
  },
  {
    selector: 'MemberExpression[object.name=/^(test|it|describe)$/][property.name=/^(only|skip|todo)$/]',
    message: 'Every test runs, always.',
  },
]

/** For the core: time, randomness and the outside world come only through its ports. */
const CORE_SYNTAX = [
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'Ask the Clock port for the time.' },
  { selector: 'CallExpression[callee.name="Date"]', message: 'Ask the Clock port for the time.' },
  {
    selector: 'CallExpression[callee.property.name=/^format(ToParts)?$/][arguments.length=0]',
    message: 'Without an argument Intl formats the present moment. Ask the Clock port for the time.',
  },
  {
    selector: 'CallExpression[callee.property.name=/^[gs]et(FullYear|Month|Date|Day|Hours|Minutes|TimezoneOffset)$/]',
    message: "This reads the host's time zone. Use the UTC twin.",
  },
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length>1]',
    message: "This reads the host's time zone. Use Date.UTC.",
  },
  { selector: 'Decorator', message: 'The core has no decorators: `packages/container` binds its classes.' },
  { selector: 'ImportExpression', message: 'The core imports statically, so that its dependencies can be checked.' },
  { selector: 'MetaProperty[meta.name="import"]', message: 'The core does not know where its files are.' },
]

const CORE_GLOBALS = {
  'The core runs on any host: what it needs from outside comes through a port.':
    'process Buffer require module __dirname __filename globalThis global window self fetch WebSocket console crypto performance navigator eval Function',
  'The core does not wait: a delay is a job with a time.':
    'setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate queueMicrotask',
}

export default defineConfig(
  globalIgnores(['**/dist/', '**/.bundle/', '**/embedded/', 'coverage/', '**/.carillon/']),
  js.configs.recommended,
  tseslint.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-restricted-syntax': ['error', ...SYNTAX],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    },
  },
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { project: 'tsconfig.test.json', tsconfigRootDir: import.meta.dirname } },
    // Only the type-aware rules that justify their cost: if a promise is not awaited, its error is lost.
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ['**/*.{js,cjs}'],
    ignores: [PAGES],
    languageOptions: { globals: readonlyGlobals(Object.getOwnPropertyNames(globalThis)) },
  },
  { files: [PAGES], languageOptions: { globals: readonlyGlobals(BROWSER_GLOBALS.split(' ')) } },
  {
    files: ['packages/core/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...SYNTAX, ...CORE_SYNTAX],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Ask the Clock port for the time.' },
        { object: 'Math', property: 'random', message: 'Ask the Ids port for anything random.' },
      ],
      'no-restricted-globals': [
        'error',
        ...Object.entries(CORE_GLOBALS).flatMap(([message, names]) =>
          names.split(' ').map((name) => ({ name, message })),
        ),
      ],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^node:', message: 'The core does no I/O.' },
            { regex: `^(${builtinModules.join('|')})(/|$)`, message: 'The core does no I/O.' },
          ],
        },
      ],
    },
  },
  { files: CONFIG_FILES, rules: { 'no-restricted-syntax': 'off' } },
)

function readonlyGlobals(names) {
  return Object.fromEntries(names.map((name) => [name, 'readonly']))
}
