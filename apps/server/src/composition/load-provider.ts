import { loadCarriers } from '../carriers/load-carriers.js'
import { loadModule } from '../carriers/module/load-module.js'
import type { LoadedProvider } from '../carriers/module/made-provider.js'

/** The settings that name a provider; at most one of them is set. */
export type ProviderSettings = {
  /** A module: a path or the name of a package. */
  readonly provider: string | null
  /** The path of a file of carriers. */
  readonly carriers: string | null
}

type Env = Readonly<Record<string, string | undefined>>

/** Null if neither a module nor a file of carriers is configured: the fake provider is used. */
export async function loadProvider({ provider, carriers }: ProviderSettings, env: Env): Promise<LoadedProvider | null> {
  if (carriers !== null) return loadCarriers(carriers, env)
  return provider === null ? null : loadModule(provider, env, 'CARILLON_PROVIDER')
}
