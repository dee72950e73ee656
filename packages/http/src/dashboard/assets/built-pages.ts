import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The folder of the built pages: found by the name of their package, so that an embedder only has to install it. Null if
 * it is not installed.
 */
export function builtPages(): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('@carillon/dashboard/package.json')), 'dist')
  } catch {
    return null
  }
}
