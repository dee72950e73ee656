import type { UnitOfWork } from '@carillon/core'
import type { LoadedProvider } from '../carriers/module/made-provider.js'
import type { Logger } from '../logging/logger.js'
import type { Output } from '../terminal/shell.js'

export type MissingCarriersOptions = {
  readonly provider: Pick<LoadedProvider, 'name' | 'file'>
  readonly unitOfWork: UnitOfWork
  readonly logger: Pick<Logger, 'warn'>
  readonly stderr: Pick<Output, 'write'>
}

const CARRIERS_MAX = 1_000
const NAMED_MAX = 10

/** Warns of numbers whose carrier is not in the file of carriers: their texts go by the routes. */
export async function warnOfMissingCarriers(options: MissingCarriersOptions): Promise<void> {
  const { provider, unitOfWork, logger, stderr } = options
  if (provider.file === null) return
  const known = new Set(provider.file.carriers.map(({ name }) => name))
  const named = await unitOfWork.run(({ senders }) => senders.carriers(CARRIERS_MAX))
  const missing = named.filter(({ carrier }) => !known.has(carrier))
  if (missing.length === 0) return
  const numbers = missing.reduce((sum, { senders }) => sum + senders, 0)
  const first = missing.slice(0, NAMED_MAX).map(({ carrier, senders }) => `${carrier} (${senders})`)
  const carriers = [...first, ...(missing.length > NAMED_MAX ? ['…'] : [])].join(', ')
  const who = numbers === 1 ? '1 number names a carrier' : `${numbers} numbers name carriers`
  stderr.write(
    `Warning: ${provider.name}: ${who} that the file does not have: ${carriers}. The routes decide instead\n`,
  )
  logger.warn({ carriers, numbers }, 'numbers name carriers that the file does not have')
}
