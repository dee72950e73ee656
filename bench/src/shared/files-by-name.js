import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The URLs of the files in a folder, and in the folders in it, that end so: by what their names begin with, in its order. */
export async function filesByName(folder, ending) {
  const files = await readdir(folder, { recursive: true })
  const named = files
    .filter((file) => file.endsWith(ending))
    .map((file) => /** @type {const} */ ([basename(file, ending), pathToFileURL(join(folder, file)).href]))
  return new Map(named.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
