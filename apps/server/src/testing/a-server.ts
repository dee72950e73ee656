import 'reflect-metadata'
import { useCasesModule, useCasesOf, type UseCases } from '@carillon/container'
import { createApi } from '@carillon/http'
import { memoryModule } from '@carillon/memory'
import { Container } from 'inversify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { freeAddress, listen, urlOf } from '../listening.js'

export const ADMIN_TOKEN = 'the-admin-token'

export type TestServer = { readonly url: string; readonly useCases: UseCases; stop(): Promise<void> }

/** The whole HTTP side, on stores in memory. */
export async function aServer(): Promise<TestServer> {
  const container = new Container()
  container.load(useCasesModule, memoryModule())
  const all = useCasesOf(container)
  const address = await freeAddress({ host: '127.0.0.1', port: 0 })
  const api = createApi({
    useCases: all,
    logger: pino({ level: 'silent' }),
    docsUrl: 'https://docs.example.com',
    adminToken: ADMIN_TOKEN,
    registry: new Registry(),
    ready: () => Promise.resolve({}),
  })
  const { stop } = await listen(api, address)
  return { url: urlOf(address), useCases: all, stop: () => stop({ graceMs: 0 }) }
}
