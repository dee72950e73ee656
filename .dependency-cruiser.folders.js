import base from './.dependency-cruiser.js'

/** Separate from the other rules, because this one excludes tests: a test may use any folder of its package. */
export default {
  ...base,
  options: { ...base.options, exclude: { path: ['[.]test[.]ts$', '/[.]bundle/'] } },
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Two folders that import each other are one folder, or hide a third. Types count.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(packages|apps)/[^/]+/src' },
      to: { circular: true },
    },
  ],
}
