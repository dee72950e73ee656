import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

/** More entries than this are hard to scan. Tests are not counted, because each is beside its source file. */
const ENTRIES_MAX = 16

const NOUNS = 'one folder for each noun, the same in every package, and the files that compose them'
const NUMBERED = 'a numbered list, read through its index'
const OPERATIONS = 'one file for each operation on the noun'
const LAYERS = 'one folder for each concern of the server, and its entry'
const PARTS = 'one file or folder for each thing that pages show or the frame does'
const INDEXED = 'one page for each task, read through the index of the documentation'

/** Folders with more entries, each with its reason. */
const LARGER: Readonly<Record<string, string>> = {
  'apps/dashboard/src/pages': 'one folder for each page, by the nouns of the core',
  'apps/dashboard/src/parts': PARTS,
  'apps/dashboard/src/shell': PARTS,
  'apps/server/src': LAYERS,
  'apps/server/src/command': NOUNS,
  'docs/adr': NUMBERED,
  'docs/guides': INDEXED,
  'packages/contracts/src': NOUNS,
  'packages/core/src/model': NOUNS,
  'packages/core/src/use-cases': NOUNS,
  'packages/core/src/use-cases/broadcasts': OPERATIONS,
  'packages/core/src/use-cases/schedules': OPERATIONS,
  'packages/core/src/use-cases/users': OPERATIONS,
  'packages/http/src': NOUNS,
  'packages/memory/src': NOUNS,
  'packages/postgres/src': NOUNS,
  'packages/postgres/src/schema/migrations': NUMBERED,
}

test('no folder has more than 16 entries without a reason', () => {
  const files = ['packages', 'apps', 'bench', 'examples', 'docs', 'tooling', 'scripts'].flatMap(filesBelow)
  expect(largerFolders(files)).toEqual(Object.keys(LARGER))
})

test('a subfolder counts as one entry, and a test does not count', () => {
  const sources = Array.from({ length: ENTRIES_MAX }, (_, i) => `src/file-${i}.ts`)
  expect(largerFolders([...sources, 'src/file-1.test.ts'])).toEqual([])
  expect(largerFolders([...sources, 'src/folder/a.ts', 'src/folder/b.ts'])).toEqual(['src'])
})

const WRITTEN_BY_TOOLS = ['node_modules', 'dist', '.bundle', 'embedded', '.carillon', 'coverage']

function filesBelow(folder: string): string[] {
  return readdirSync(join(import.meta.dirname, '..', folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (!entry.isDirectory()) return [path]
    return WRITTEN_BY_TOOLS.includes(entry.name) ? [] : filesBelow(path)
  })
}

function largerFolders(files: readonly string[]): string[] {
  const folders = new Map<string, Set<string>>()
  for (const file of files.filter((name) => !/\.test\.[jt]s$/.test(name))) {
    const parts = file.split('/')
    for (let depth = 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/')
      folders.set(folder, (folders.get(folder) ?? new Set()).add(parts[depth]!))
    }
  }
  return [...folders]
    .filter(([, entries]) => entries.size > ENTRIES_MAX)
    .map(([folder]) => folder)
    .sort()
}
