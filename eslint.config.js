import { builtinModules } from 'node:module'
import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

const CONFIG_FILES = ['*.config.{js,ts}', 'apps/*/*.config.ts', '.*.{js,cjs}']

/** Code for the browser, without Node APIs. */
const PAGES = 'packages/*/page/**'

/** The dashboard, whose types include those of browsers, and the script that runs before its first paint. */
const DASHBOARD = 'apps/dashboard/src/**/*.{ts,tsx}'
const FIRST_PAINT = 'apps/dashboard/src/theme/first-paint.js'
const BROWSER_GLOBALS =
  'document window location history getSelection requestAnimationFrame setTimeout clearTimeout fetch URL URLSearchParams AbortSignal EventSource localStorage matchMedia'

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

/** For the dashboard, whose policy forbids inline styles and markup of others, and which keeps no state of its own. */
const DASHBOARD_SYNTAX = [
  {
    selector: 'JSXAttribute[name.name=/^(style|dangerouslySetInnerHTML)$/]',
    message: 'Use a property of Mantine or a class of the theme: pages have no styles and no markup of their own.',
  },
  {
    selector: 'JSXOpeningElement[name.name="a"]:not(:has(JSXAttribute[name.name=/^(href)$/]))',
    message: 'A link needs an address: use a button for an action.',
  },
  {
    selector: 'JSXOpeningElement[name.name="img"]:not(:has(JSXAttribute[name.name="alt"]))',
    message: 'A picture needs a text for people who cannot see it: alt="" if it says nothing.',
  },
  {
    selector:
      'JSXOpeningElement[name.name=/^(div|span|li|td|tr|p)$/] > JSXAttribute[name.name=/^on(Click|KeyDown|MouseDown)$/]',
    message: 'Only controls react to clicks and keys: use a button or a link, which work by keyboard.',
  },
  {
    selector:
      'JSXAttribute[name.name="target"][value.value="_blank"]:not(JSXOpeningElement:has([name.name="rel"]) > *)',
    message: 'A link that opens a new tab needs rel="noreferrer".',
  },
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
    files: ['**/*.{ts,tsx}'],
    ignores: ['apps/dashboard/*.ts'],
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
    ignores: [PAGES, FIRST_PAINT],
    languageOptions: { globals: readonlyGlobals(Object.getOwnPropertyNames(globalThis)) },
  },
  { files: [PAGES, FIRST_PAINT], languageOptions: { globals: readonlyGlobals(BROWSER_GLOBALS.split(' ')) } },
  {
    files: [DASHBOARD],
    languageOptions: {
      parserOptions: { project: 'apps/dashboard/tsconfig.lint.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: { 'no-restricted-syntax': ['error', ...SYNTAX, ...DASHBOARD_SYNTAX] },
  },
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
