import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createContext, runInContext, SourceTextModule, type Context } from 'node:vm'

/**
 * A JavaScript realm with nothing but the language: no Node APIs, no clock, no randomness. Code that runs here runs on
 * any host and is deterministic.
 */
export class BareRealm {
  private readonly context: Context = createContext(Object.create(null), {
    // eval and new Function could bypass the linter, though not leave the realm; the core does not need them.
    codeGeneration: { strings: false, wasm: false },
  })
  private readonly modules = new Map<string, SourceTextModule>()

  /** `aliases` maps bare imports to files; any other import is resolved as in Node, relative to its importer. */
  constructor(private readonly aliases: Readonly<Record<string, string>> = {}) {
    runInContext(SEAL, this.context)
  }

  async importFile(path: string): Promise<Record<string, unknown>> {
    return this.evaluate(this.moduleAt(pathToFileURL(path).href))
  }

  async importText(text: string): Promise<Record<string, unknown>> {
    return this.evaluate(new SourceTextModule(text, { context: this.context, identifier: import.meta.url }))
  }

  private async evaluate(module: SourceTextModule) {
    await module.link((specifier, importer) => this.moduleAt(this.resolve(specifier, importer.identifier)))
    await module.evaluate()
    return module.namespace as Record<string, unknown>
  }

  private resolve(specifier: string, importer: string): string {
    const alias = this.aliases[specifier]
    if (alias !== undefined) return pathToFileURL(alias).href
    if (/^[.]{1,2}[/]/.test(specifier)) return new URL(specifier, importer).href
    return import.meta.resolve(specifier, importer)
  }

  private moduleAt(url: string): SourceTextModule {
    const known = this.modules.get(url)
    if (known) return known
    if (!url.startsWith('file:')) throw new Error(`${url} does not exist in a bare realm`)
    const text = readFileSync(fileURLToPath(url), 'utf8')
    const module = new SourceTextModule(text, { context: this.context, identifier: url })
    this.modules.set(url, module)
    return module
  }
}

/** Runs inside the realm: removes the clock, randomness and console of the language. */
const SEAL = `
  const refuse = (what) => () => { throw new Error(what + ' was used in a bare realm') }
  Math.random = refuse('Math.random')
  Date.now = refuse('Date.now')
  globalThis.Date = new Proxy(Date, {
    apply: refuse('Date()'),
    construct(date, args, newTarget) {
      if (args.length === 0) refuse('new Date()')()
      return Reflect.construct(date, args, newTarget)
    },
  })
  Date.prototype.constructor = Date
  delete globalThis.console
  delete globalThis.WebAssembly
`
