import { systemClock } from '@carillon/node'
import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withoutSecrets } from '../../secrets/without-secrets.js'
import { UserError } from '../../settings/user-error.js'
import { outlineOf } from '../file/outline.js'
import { carrierIntake, useCaseReceiver, type CarrierIntake } from './carrier-intake.js'
import { faultOf, type LoadedProvider, type MadeProvider } from './made-provider.js'

/** The argument of `createProvider`: `env` is the environment without the service's own secrets. */
type ProviderGiven = CarrierIntake & { readonly env: Env }

type Env = Readonly<Record<string, string | undefined>>

/**
 * Imports the module without creating the provider, so that its faults are reported before anything is opened.
 * `setting`: the setting that names the module.
 */
export async function loadModule(name: string, env: Env, setting: string): Promise<LoadedProvider> {
  const named = `${setting} is ${name}`
  const exported = await imported(name, named)
  const createProvider = exported['createProvider']
  if (typeof createProvider !== 'function') {
    throw new UserError(`${named}: it must export a function createProvider, but exports ${exportedIn(exported)}`)
  }
  return {
    name,
    file: null,
    warnings: [],
    async make({ useCases, receiver = useCaseReceiver(useCases, systemClock) }) {
      const given: ProviderGiven = { env: withoutSecrets(env), ...carrierIntake(receiver) }
      const made: unknown = await ran(() => createProvider(given) as unknown, `${named}: createProvider failed`)
      const fault = faultOf(made)
      if (fault !== null) throw new UserError(`${named}: ${fault}`)
      return made as MadeProvider
    },
  }
}

/** Resolves a path from the working directory, or else a package that is installed with the server. */
async function imported(name: string, named: string): Promise<Readonly<Record<string, unknown>>> {
  const path = resolve(name)
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  if (!isFile && (isAbsolute(name) || name.startsWith('.'))) {
    throw new UserError(`${named}: there is no such file: ${path}`)
  }
  const specifier = isFile ? pathToFileURL(path).href : name
  return ran(
    () => import(specifier) as Promise<Readonly<Record<string, unknown>>>,
    `${named}, which cannot be loaded${isFile ? '' : ` either as the file ${path} or as a package`}`,
  )
}

async function ran<T>(run: () => T | Promise<T>, failure: string): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const { message } = Object(error) as { readonly message?: string }
    const reason = message || String(error)
    throw new UserError(`${failure}: ${reason.replace(/\s+/g, ' ')}`, { cause: error })
  }
}

function exportedIn(exported: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(exported)
  if (names.includes('createProvider')) return `createProvider, which is ${outlineOf(exported['createProvider'])}`
  return names.join(', ') || 'nothing'
}
