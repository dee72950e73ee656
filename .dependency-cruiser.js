const ADAPTERS = '^packages/(?!(?:core|container|contracts)/)([^/]+)/'
const TESTS = '[.]test[.]ts$'
const PAGES = '^apps/dashboard/src/'

/** The layers of the core, from the bottom up. */
const LAYERS = ['values', 'ports', 'model', 'stores', 'use-cases']
const inCore = (layer) => `^packages/core/src/${layer}/`

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'core-is-pure',
      comment: 'The core depends on nothing that does I/O. Its one library is arithmetic over tables.',
      severity: 'error',
      from: { path: '^packages/core/', pathNot: TESTS },
      to: { pathNot: ['^packages/core/src/', 'node_modules/libphonenumber-js/'] },
    },
    {
      name: 'core-has-five-layers',
      comment: 'Every folder of the core belongs to one of its layers. The root puts them together.',
      severity: 'error',
      from: { path: '^packages/core/src/[^/]+/', pathNot: [...LAYERS.map(inCore), TESTS] },
      to: {},
    },
    ...LAYERS.map((layer, i) => ({
      name: 'core-imports-downward',
      comment: 'A layer of the core imports itself and the layers below it, types included.',
      severity: 'error',
      from: { path: inCore(layer), pathNot: TESTS },
      to: { path: '^packages/core/src/', pathNot: LAYERS.slice(0, i + 1).map(inCore) },
    })),
    {
      name: 'adapters-do-not-meet',
      comment: 'Any adapter can be left out or replaced. Their tests may meet: nobody ships those.',
      severity: 'error',
      from: { path: ADAPTERS, pathNot: TESTS },
      to: { path: ADAPTERS, pathNot: '^packages/$1/' },
    },
    {
      name: 'client-stands-alone',
      comment:
        'The client knows the service by its OpenAPI document alone: whoever calls an API installs nothing of it.',
      severity: 'error',
      from: { path: '^packages/client/', pathNot: TESTS },
      to: { pathNot: '^packages/client/src/' },
    },
    {
      name: 'http-needs-no-container',
      comment: 'The routers take the use cases as a plain object: whoever mounts them need not know of inversify.',
      severity: 'error',
      from: { path: '^packages/http/', pathNot: TESTS },
      to: { path: ['^packages/container/', 'node_modules/inversify/'] },
    },
    {
      name: 'dependencies-point-inward',
      comment:
        'core <- container, contracts <- adapters <- apps. The middle ring knows the core alone; its tests may look out.',
      severity: 'error',
      from: { path: '^packages/(container|contracts)/', pathNot: TESTS },
      to: { path: '^(packages|apps)/', pathNot: '^packages/(core|$1)/' },
    },
    {
      name: 'nothing-imports-an-app',
      comment: 'An app is where things are put together; what others need from it belongs in a package.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'pages-do-not-meet',
      comment: 'A page of the dashboard can be changed or left out by itself. What two pages share is a part.',
      severity: 'error',
      from: { path: `${PAGES}pages/([^/]+)/` },
      to: { path: `${PAGES}pages/`, pathNot: `${PAGES}pages/$1/` },
    },
    {
      name: 'parts-know-no-routes',
      comment: 'A part shows what it is given, on any page. Links come from the page.',
      severity: 'error',
      from: { path: `${PAGES}parts/` },
      to: { path: [`${PAGES}(?:shell|pages)/`, `${PAGES}[^/]+[.]tsx?$`, 'node_modules/@tanstack/react-router/'] },
    },
    {
      name: 'shell-knows-no-page',
      comment: 'The shell gets the list of pages, so that a new page changes nothing but the list.',
      severity: 'error',
      from: { path: `${PAGES}shell/` },
      to: { path: [`${PAGES}pages/`, `${PAGES}[^/]+[.]tsx?$`] },
    },
    {
      name: 'calls-know-no-view',
      comment: 'What asks the service does not know what shows the answers.',
      severity: 'error',
      from: { path: `${PAGES}api/` },
      to: { path: `${PAGES}(?:shell|pages|parts)/` },
    },
    {
      name: 'dashboard-knows-the-api-alone',
      comment:
        'The pages know the service by its API. Only the counting of segments and smart encoding are the same code, because they must agree.',
      severity: 'error',
      from: { path: PAGES, pathNot: TESTS },
      to: {
        path: '^(packages|apps)/',
        pathNot: [PAGES, '^packages/core/src/values/text/(smart-encoding|text-segments)[.]ts$'],
      },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      comment: 'An import that is not followed is an import that no rule above can judge.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // The test run writes these files: see docs/adr/0024.
    exclude: { path: '/[.]bundle/' },
    // These files are not followed, but not excluded either, so an import of another package's dist is still detected.
    doNotFollow: { path: ['node_modules', '^(packages|apps)/[^/]+/dist/'] },
    // An import of a type is a dependency too, because the compiler needs the other package.
    tsPreCompilationDeps: true,
    // Maps every @carillon package to its sources, so that nothing has to be built first.
    tsConfig: { fileName: 'tsconfig.test.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
