import { ANN, sendingFixture, type SendingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { PreviewMessage } from './preview-message.js'

const CURLY = 'It’s “on” – come…'
const PLAIN = `It's "on" - come...`
const COMPLIANCE = { blockedPhrases: ['wiecej'], blockPublicShorteners: true, helpText: null }

async function open(account: SendingGiven['account'] = { smartEncoding: true }) {
  const fixture = await sendingFixture(inMemory(), { account })
  const { run, provider, stored } = fixture
  /** The text that the provider got, which is also the stored one. */
  const sentAs = async (...input: Parameters<typeof fixture.send>) => {
    const { message } = await fixture.send(...input)
    const { body } = provider.submitted.at(-1)!
    expect([message.body, (await stored(message.id))!.body]).toEqual([body, body])
    return body
  }
  const rename = (firstName: string) =>
    run(async ({ contacts }) => {
      await contacts.save([{ ...(await contacts.find(fixture.account.id, ANN))!, firstName }])
    })
  const preview = (body: string, smartEncoding?: boolean) =>
    new PreviewMessage(fixture).execute({
      ...{ account: fixture.account, to: ANN, from: '+12025550100', body, smartEncoding },
      ...{ mediaUrl: null, idempotencyKey: null },
    })
  return { ...fixture, sentAs, rename, preview }
}

describe('a text of an account with smart encoding', () => {
  test('is sent, returned and stored in GSM-7', async () => {
    const { sentAs } = await open()
    expect(await sentAs({ body: CURLY })).toBe(PLAIN)
  })

  test('has the values of merge tags in GSM-7 too', async () => {
    const { sentAs, rename } = await open()
    await rename('Łucja')
    expect(await sentAs({ body: 'Hi {{contact_first_name}}, it’s on' })).toBe("Hi Lucja, it's on")
  })

  test('is sent as it is if the values cannot be written in GSM-7', async () => {
    const { sentAs, rename } = await open()
    await rename('Аня')
    expect(await sentAs({ body: 'Hi {{contact_first_name}}, it’s on' })).toBe('Hi Аня, it’s on')
  })

  test('keeps its emoji, and then everything else', async () => {
    const { sentAs } = await open()
    expect(await sentAs({ body: `${CURLY} 🔔` })).toBe(`${CURLY} 🔔`)
  })

  test('is sent as it is if the request says so', async () => {
    const { sentAs } = await open()
    expect(await sentAs({ body: CURLY, smartEncoding: false })).toBe(CURLY)
  })

  test('is refused if only its GSM-7 text violates the content policy', async () => {
    const { send, provider } = await open({ smartEncoding: true, compliance: COMPLIANCE })
    await expect(send({ body: 'Coś więcej' })).rejects.toMatchObject({ code: 'compliance-violation' })
    expect(provider.submitted).toEqual([])
    expect(await send({ body: 'Coś więcej', smartEncoding: false })).toMatchObject({ message: { status: 'sent' } })
  })
})

describe('a text of an account without smart encoding', () => {
  test('is sent as it is', async () => {
    const { sentAs } = await open({})
    expect(await sentAs({ body: CURLY })).toBe(CURLY)
  })

  test('is sent in GSM-7 if the request says so', async () => {
    const { sentAs } = await open({})
    expect(await sentAs({ body: CURLY, smartEncoding: true })).toBe(PLAIN)
  })
})

describe('the preview', () => {
  test('shows the text that is sent, what is replaced, and the segments that this saves', async () => {
    const { preview } = await open()
    const body = `${'x'.repeat(80)} it’s ’ –`
    expect(await preview(body)).toMatchObject({
      encoding: 'GSM-7',
      segments: { min: 1, max: 1, total: 1 },
      samples: [{ to: ANN, body: `${'x'.repeat(80)} it's ' -`, segments: 1, wireParts: 1, encoding: 'GSM-7' }],
      savedSegments: 1,
      replaced: [
        { character: '’', by: "'", count: 2 },
        { character: '–', by: '-', count: 1 },
      ],
    })
  })

  test('says that nothing is replaced', async () => {
    const { preview } = await open()
    expect(await preview('Hi 🔔')).toMatchObject({ encoding: 'UCS-2', savedSegments: 0, replaced: [] })
  })

  test('says nothing about smart encoding if it is off', async () => {
    const { preview } = await open()
    const shown = await preview(CURLY, false)
    expect([Object.keys(shown).sort(), shown.samples[0]!.body]).toEqual([
      ['credits', 'encoding', 'recipients', 'samples', 'segments'],
      CURLY,
    ])
  })
})
