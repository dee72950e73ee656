import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import type { DocumentedService } from './documented-service.js'
import { noteOf, ROOT, type Block, type Page } from './pages.js'

/** A program of a page: one block, with the blocks that continue it. */
export type Snippet = { readonly place: string; readonly text: string; readonly isRun: boolean }

export function snippetsOf({ path, blocks }: Page): readonly Snippet[] {
  const programs: Block[][] = []
  for (const block of blocks.filter(({ lang }) => ['ts', 'js'].includes(lang))) {
    if (noteOf(block, 'goes on') === null) programs.push([block])
    else programs.at(-1)!.push(block)
  }
  return programs.map((parts) => ({
    place: `${path}:${parts[0]!.line}`,
    text: parts.map(({ text }) => text).join(''),
    isRun: parts.every((part) => noteOf(part, 'not run') === null),
  }))
}

/** The type errors of each snippet, and the differences between its output and the page; empty if there are none. */
export async function faultsOf(snippets: readonly Snippet[], service: DocumentedService): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'carillon-docs-'))
  try {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    const files = snippets.map((_, i) => join(folder, `snippet-${i}.ts`))
    await Promise.all(snippets.map(({ text }, i) => writeFile(files[i]!, `${text}export {}\n`)))
    const [typed, ran] = [faultsOfTypes(files, snippets), await faultsOfRunning(folder, snippets, service)]
    return [...typed, ...ran]
  } finally {
    await rm(folder, { recursive: true })
  }
}

function faultsOfTypes(files: readonly string[], snippets: readonly Snippet[]): readonly string[] {
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
  })
  return files.flatMap((file, i) => {
    const source = program.getSourceFile(file)!
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    return found.map(({ messageText, start = 0 }) => {
      const { line } = source.getLineAndCharacterOfPosition(start)
      return `${snippets[i]!.place} (line ${line + 1}): ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    })
  })
}

type Result = { readonly printed: readonly string[]; readonly error: string | null }

/** Runs all snippets in one process, in order; each must print the text in the comments after its `console.log`. */
async function faultsOfRunning(
  folder: string,
  snippets: readonly Snippet[],
  { url, demoSecret }: DocumentedService,
): Promise<readonly string[]> {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
  const run = snippets.filter(({ isRun }) => isRun)
  await Promise.all(
    run.map(({ text }, i) => {
      const ours = text.replaceAll('http://127.0.0.1:8080', url).replaceAll("'SECRET'", `'${demoSecret}'`)
      return writeFile(join(folder, `run-${i}.js`), ts.transpileModule(ours, { compilerOptions }).outputText)
    }),
  )
  await writeFile(join(folder, 'all.js'), RUN_ALL)
  const args = ['--no-warnings', join(folder, 'all.js'), String(run.length)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
  const results = JSON.parse(stdout.slice(stdout.lastIndexOf('\n[') + 1)) as readonly Result[]
  return run.flatMap(({ place, text }, i) => {
    const { printed, error } = results[i]!
    if (error !== null) return [`${place}: ${error}`]
    const expected = [...text.matchAll(/^\s*console\.log\(.*\) \/\/ (.*)$/gm)].map(([, words]) => words!)
    if (expected.length === 0 || printed.join('\n') === expected.join('\n')) return []
    return [`${place}: it prints ${JSON.stringify(printed)}, and the page says ${JSON.stringify(expected)}`]
  })
}

/** The program that runs the snippets. It exits explicitly, because a snippet may leave resources open. */
const RUN_ALL = `import { format } from 'node:util'
const results = []
for (let i = 0; i < Number(process.argv[2]); i++) {
  const printed = []
  console.log = (...words) => printed.push(format(...words))
  const error = await import('./run-' + i + '.js').then(() => null, (thrown) => String(thrown?.stack ?? thrown))
  results.push({ printed, error })
}
process.stdout.write('\\n' + JSON.stringify(results), () => process.exit())
`
