import { createHash } from 'node:crypto'
import { bundleOf } from './bundle-tests.js'

/** Lets Jest load the bundle instead of the test file. The global setup has already created the bundle. */
const transformer = {
  getCacheKey: (_source, path, { transformerConfig }) =>
    createHash('sha256').update(bundleOf(path, transformerConfig)).digest('hex'),
  process: (_source, path, { transformerConfig }) => ({
    code: `import ${JSON.stringify(bundleOf(path, transformerConfig))}\n`,
  }),
}

// eslint-disable-next-line no-restricted-syntax -- Jest asks for the default export.
export default transformer
