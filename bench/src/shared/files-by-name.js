import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The URLs of the files below a folder whose names end with `ending`, sorted and keyed by the rest of the name. */
export async function filesByName(folder, ending) {
  const files = await readdir(folder, { recursive: true })
  const named = files
    .filter((file) => file.endsWith(ending))
    .map((file) => /** @type {const} */ ([basename(file, ending), pathToFileURL(join(folder, file)).href]))
  return new Map(named.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
