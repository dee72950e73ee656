import { systemClock } from '@carillon/node'
import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withoutSecrets } from '../../secrets/without-secrets.js'
import { UserError } from '../../settings/user-error.js'
import { carrierIntake, type CarrierIntake } from './carrier-intake.js'
import { faultOf, outlineOf, type LoadedProvider, type MadeProvider } from './made-provider.js'

/** The argument of `createProvider`: `env` is the environment without the service's own secrets. */
type ProviderGiven = CarrierIntake & { readonly env: Env }

type Env = Readonly<Record<string, string | undefined>>

/** Imports the module without creating the provider, so that its faults are reported before anything is opened. */
export async function loadModule(name: string, env: Env): Promise<LoadedProvider> {
  const exported = await imported(name)
  const createProvider = exported['createProvider']
  if (typeof createProvider !== 'function') {
    throw loadError(name, `it must export a function createProvider, but exports ${exportedIn(exported)}`)
  }
  return {
    name,
    warnings: [],
    async make({ useCases }) {
      const given: ProviderGiven = { env: withoutSecrets(env), ...carrierIntake(useCases, systemClock) }
      const made: unknown = await ran(() => createProvider(given) as unknown, `${name}: createProvider failed`)
      const fault = faultOf(made)
      if (fault !== null) throw loadError(name, fault)
      return made as MadeProvider
    },
  }
}

/** Resolves a path from the working directory, or else a package that is installed with the server. */
async function imported(name: string): Promise<Readonly<Record<string, unknown>>> {
  const path = resolve(name)
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  if (!isFile && (isAbsolute(name) || name.startsWith('.'))) throw loadError(name, `there is no such file: ${path}`)
  const specifier = isFile ? pathToFileURL(path).href : name
  return ran(
    () => import(specifier) as Promise<Readonly<Record<string, unknown>>>,
    `${name}, which cannot be loaded${isFile ? '' : ` either as the file ${path} or as a package`}`,
  )
}

async function ran<T>(run: () => T | Promise<T>, failure: string): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const { message } = Object(error) as { readonly message?: string }
    const reason = message || String(error)
    throw new UserError(`CARILLON_PROVIDER is ${failure}: ${reason.replace(/\s+/g, ' ')}`, { cause: error })
  }
}

function loadError(name: string, fault: string): UserError {
  return new UserError(`CARILLON_PROVIDER is ${name}: ${fault}`)
}

function exportedIn(exported: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(exported)
  if (names.includes('createProvider')) return `createProvider, which is ${outlineOf(exported['createProvider'])}`
  return names.join(', ') || 'nothing'
}
