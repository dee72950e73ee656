import type { NamedCarrier, UnitOfWork } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { warnOfMissingCarriers } from './missing-carriers.js'

const FILE = {
  publicUrl: null,
  carriers: [{ name: 'main', type: 'simulator', settings: {}, partsPerSecond: null }],
}

async function warningsFor(named: readonly NamedCarrier[], file: typeof FILE | null = FILE) {
  const [printed, logged]: [string[], unknown[][]] = [[], []]
  await warnOfMissingCarriers({
    provider: { name: 'carriers.yaml', file },
    unitOfWork: {
      run: (work: (stores: object) => unknown) => work({ senders: { carriers: async () => named } }),
    } as UnitOfWork,
    logger: { warn: (...line: unknown[]) => void logged.push(line) },
    stderr: { write: (text: string) => printed.push(text) > 0 },
  })
  return { printed, logged }
}

test('numbers whose carrier is not in the file are counted in one warning', async () => {
  const named = [
    { carrier: 'main', senders: 5 },
    { carrier: 'old', senders: 1 },
    { carrier: 'vg', senders: 3 },
  ]
  const { printed, logged } = await warningsFor(named)
  expect(printed).toEqual([
    'Warning: carriers.yaml: 4 numbers name carriers that the file does not have: old (1), vg (3). The routes decide instead\n',
  ])
  expect(logged).toEqual([
    [{ carriers: 'old (1), vg (3)', numbers: 4 }, 'numbers name carriers that the file does not have'],
  ])
})

test('one number is one', async () => {
  const { printed } = await warningsFor([{ carrier: 'vg', senders: 1 }])
  expect(printed.join('')).toContain('1 number names a carrier that the file does not have: vg (1)')
})

test('of many carriers, the first are named', async () => {
  const named = Array.from({ length: 11 }, (_, n) => ({ carrier: `c${n}`, senders: 1 }))
  const { printed } = await warningsFor(named)
  expect(printed.join('')).toContain('11 numbers name carriers that the file does not have: c0 (1), ')
  expect(printed.join('')).toContain('c9 (1), …. The routes')
})

test('there is no warning if all carriers are in the file, or if there is no file', async () => {
  expect(await warningsFor([{ carrier: 'main', senders: 5 }])).toEqual({ printed: [], logged: [] })
  expect(await warningsFor([{ carrier: 'vg', senders: 5 }], null)).toEqual({ printed: [], logged: [] })
})
