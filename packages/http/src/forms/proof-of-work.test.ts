import { parsePhoneNumber, type GroupId } from '@carillon/core'
import { inMemory, type MemoryAdapters } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { createHash } from 'node:crypto'
import { createContext, runInContext } from 'node:vm'
import { PAGE_FILES } from '../../embedded/page-files.js'
import { EVE, openForms } from '../testing/fixtures/form-fixture.js'
import { challengeOf, workBitsIn } from './proof-of-work.js'

const group = 'grp_00000000000000000000000000' as GroupId
const phone = parsePhoneNumber('+12025550101')
const TEN_MINUTES_MS = 600_000
const WORK = { group, phone, nowMs: 1_000 * TEN_MINUTES_MS }

/** Runs the script of the page, and returns the number that it puts into the form. */
function solve({ challenge, bits }: { challenge: string; bits: number }): Promise<string> {
  return new Promise((resolve) => {
    const elements = { proof: { value: '' } }
    const form = {
      dataset: { challenge, bits: String(bits) },
      elements,
      requestSubmit: () => resolve(elements.proof.value),
    }
    runInContext(PAGE_FILES['proof-of-work.js'], createContext({ document: { querySelector: () => form }, setTimeout }))
  })
}

/** Computes the same as the script, but faster. */
function solveQuickly({ challenge, bits }: { challenge: string; bits: number }): string {
  for (let nonce = 0; ; nonce++) {
    const hash = createHash('sha256').update(`${challenge}:${nonce}`).digest()
    if (Math.clz32(hash.readUInt32BE(0)) >= bits) return String(nonce)
  }
}

describe('a proof of work', () => {
  test('that the script of the page computes has enough bits', async () => {
    for (const bits of [0, 1, 5, 10]) {
      const nonce = await solve({ challenge: challengeOf(WORK), bits })
      expect(workBitsIn(nonce, WORK)).toBeGreaterThanOrEqual(bits)
    }
  })

  test('is valid for the number and the group of its challenge, for 10 to 20 minutes', async () => {
    const nonce = await solve({ challenge: challengeOf(WORK), bits: 12 })
    const bitsFor = (other: Partial<typeof WORK>) => workBitsIn(nonce, { ...WORK, ...other })
    expect(bitsFor({ nowMs: WORK.nowMs + 2 * TEN_MINUTES_MS - 1 })).toBeGreaterThanOrEqual(12)
    expect(bitsFor({ nowMs: WORK.nowMs + 2 * TEN_MINUTES_MS })).toBeLessThan(12)
    expect(bitsFor({ phone: parsePhoneNumber('+12025550102') })).toBeLessThan(12)
    expect(bitsFor({ group: 'grp_00000000000000000000000001' as GroupId })).toBeLessThan(12)
  })

  test.each(['', '-1', '1.5', '1e3', ' 1', '12345678901234567', 'x'])('has no bits if the text is %j', (nonce) => {
    expect(workBitsIn(nonce, WORK)).toBe(0)
  })
})

describe('the page of a form whose codes are mostly not entered', () => {
  /** Sends 51 codes to numbers of different prefixes. */
  async function pumped() {
    const fixture = await openForms<MemoryAdapters>(inMemory(), { trustProxy: 1 })
    for (let n = 0; n < 51; n++) {
      const { status } = await fixture.ask({ phone: `+1303${200 + n}0123` }, { 'X-Forwarded-For': `198.51.${n}.1` })
      expect(status).toBe(303)
    }
    return fixture
  }

  test('asks for a proof of work, and accepts the form with it', async () => {
    const fixture = await pumped()
    const asked = await fixture.ask({ phone: EVE })
    expect([asked.status, asked.headers.get('location')]).toEqual([429, null])
    expect(asked.headers.get('content-security-policy')).toContain("script-src 'self'")
    const [, script] = /<script type="module" src="([^"]*)"/.exec(asked.text)!
    const served = await fixture.visit(script!)
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    const [, challenge, bits] = /data-challenge="([^"]*)" data-bits="([^"]*)"/.exec(asked.text)!
    expect(asked.text).toContain('value="+12025550166"')
    const proof = solveQuickly({ challenge: challenge!, bits: Number(bits) })
    expect((await fixture.ask({ phone: EVE, proof: '1' })).status).toBe(429)
    const accepted = await fixture.ask({ phone: EVE, proof })
    expect(accepted.status).toBe(303)
    expect(await fixture.codeOn(EVE)).toMatch(/^\d{6}$/)
  })

  test('counts the outcomes and the limits', async () => {
    const fixture = await pumped()
    await fixture.ask({ phone: EVE })
    await fixture.ask({ phone: EVE, website: 'x' })
    const countOf = async (name: string) => (await fixture.registry.getSingleMetric(name)!.get()).values
    expect(await countOf('carillon_form_codes_total')).toMatchObject([
      { labels: { outcome: 'sent' }, value: 51 },
      { labels: { outcome: 'refused' }, value: 2 },
    ])
    expect(await countOf('carillon_form_limits_total')).toMatchObject([
      { labels: { limit: 'proof_of_work' }, value: 2 },
    ])
    const line = fixture.log.find(({ message }) => message === 'a code of an opt-in form was refused')
    expect(line).toMatchObject({ level: 'warn', fields: { limit: 'proof_of_work' } })
    expect(JSON.stringify(fixture.log)).not.toContain(EVE)
  })
})
