import { describeSmsProvider } from '@carillon/contracts'
import type { SmsProvider, Submission } from '@carillon/core'
import { afterAll, afterEach, beforeAll, describe } from '@jest/globals'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { readPage, ROOT } from '../testing/docs/pages.js'

type Carrier = {
  readonly url: string
  delivered(reference: string): readonly Submission[]
  refuse(to: string): void
  takeNothingMore(): void
  stopResponding(): void
  stop(): Promise<void>
}
type Sample = { readonly MyProvider: new (carrier: { readonly url: string; readonly token: string }) => SmsProvider }
type Example = { pretendCarrier(options: { readonly token: string }): Promise<Carrier> }

const token = 'the-token'
const running: Carrier[] = []
let folder: string
let MyProvider: Sample['MyProvider']
let pretendCarrier: Example['pretendCarrier']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carillon-sample-'))
  const { blocks } = readPage('docs/guides/write-an-sms-provider.md')
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
  const path = join(folder, 'my-provider.mjs')
  await writeFile(path, ts.transpileModule(blocks[0]!.text, { compilerOptions }).outputText)
  ;({ MyProvider } = (await import(pathToFileURL(path).href)) as Sample)
  const carrier = join(ROOT, 'examples/sms-provider/pretend-carrier.js')
  ;({ pretendCarrier } = (await import(pathToFileURL(carrier).href)) as Example)
})

afterEach(async () => {
  for (const carrier of running.splice(0)) await carrier.stop()
})

afterAll(() => rm(folder, { recursive: true }))

describe('the sample provider of the guide', () => {
  describeSmsProvider(async () => {
    const carrier = await pretendCarrier({ token })
    running.push(carrier)
    const towards = (url: string) => new MyProvider({ url, token })
    return {
      provider: towards(carrier.url),
      twin: towards(carrier.url),
      // Nothing listens on this port.
      cutOff: towards('http://127.0.0.1:9'),
      deadlineMs: 60_000,
      delivered: async (reference) => carrier.delivered(reference),
      refuse: async (to) => carrier.refuse(to),
      close: async () => carrier.takeNothingMore(),
      stall: async () => carrier.stopResponding(),
    }
  })
})
