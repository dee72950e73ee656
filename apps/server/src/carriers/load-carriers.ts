import { warningsOfGateway, type GatewayDescription } from '@carillon/carriers/gateway'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { LoadedProvider } from './module/made-provider.js'
import { loadModule } from './module/load-module.js'
import { UserError } from '../settings/user-error.js'
import { readCarriersFile, type CarriersFile } from './file/carriers-file.js'
import { parseCarriers, type Env } from './file/carriers-text.js'
import { gatewayFaults } from './file/gateway-faults.js'
import { openCarriers } from './open-carriers.js'

/** Reads the file of carriers and all that it names, without opening anything, so that faults are reported first. */
export async function loadCarriers(path: string, env: Env): Promise<LoadedProvider> {
  const file = await readCarriersFile(path, env)
  const gateways = new Map(
    await Promise.all(named(file, 'http', 'file').map(async ([name, one]) => [name, await load(name, one)] as const)),
  )
  const modules = new Map(
    await Promise.all(
      named(file, 'module', 'path').map(
        async ([name, one]) => [name, await loadModule(beside(one), env, `carriers.${name}.path`)] as const,
      ),
    ),
  )
  return {
    name: path,
    file,
    warnings: [...gateways].flatMap(([name, description]) =>
      warningsOfGateway(description).map((warning) => `carriers.${name}: ${warning}`),
    ),
    make: (context) => openCarriers(file, { gateways, modules }, context),
  }

  function beside(other: string): string {
    return other.startsWith('.') ? resolve(dirname(path), other) : other
  }

  async function load(name: string, given: string): Promise<GatewayDescription> {
    const place = resolve(dirname(path), given)
    const text = await readFile(place, 'utf8').catch((error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message
      throw new UserError(`carriers.${name}: ${place} cannot be read: ${reason}`)
    })
    const parsed = parseCarriers(text, place, env)
    const faults = gatewayFaults(parsed)
    if (faults.length > 0) throw new UserError(faults.join('\n'))
    return parsed.content as GatewayDescription
  }
}

/** The carriers of a type, each with one of its settings. */
function named({ carriers }: CarriersFile, type: string, setting: string): readonly (readonly [string, string])[] {
  return carriers.filter((one) => one.type === type).map(({ name, settings }) => [name, settings[setting] as string])
}
