import base from './.dependency-cruiser.js'

/** Run beside the other rules, because tests must be left out: a test may use any folder of its package. */
export default {
  ...base,
  options: { ...base.options, exclude: { path: '[.]test[.]ts$' } },
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
