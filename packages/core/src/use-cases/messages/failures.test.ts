import { ANN, aMessage, after, formFixture, NOW, receiptFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { MessageFailure } from '../../model/messages/message.js'
import type { MessageId } from '../../values/ids.js'
import { ERASED, ERASED_FAILURE } from '../../values/phone/phone-number.js'
import { ReceiveReceipt } from './receive-receipt.js'

const rejected = (message: string): MessageFailure => ({ type: 'carrier_rejected', message })

describe('a failure that a provider reports for a message to an erased number', () => {
  const open = async () => {
    const fixture = await receiptFixture(inMemory({ now: NOW }))
    const { account, run } = fixture
    const erase = () => run(({ erasures }) => erasures.eraseMessages({ account: account.id, phone: ANN }, 10))
    return { ...fixture, erase }
  }

  test('fails the message, but its text is neither stored nor emitted', async () => {
    const { send, erase, receive, stored, listenTo, events } = await open()
    await listenTo('message.failed')
    const { id } = await send()
    await erase()
    await receive(id, rejected(`${ANN} is switched off`))
    expect(await stored(id)).toMatchObject({ status: 'failed', to: ERASED, failure: rejected(ERASED_FAILURE) })
    const message = { id, to: ERASED, errorType: 'carrier_rejected', errorMessage: ERASED_FAILURE }
    expect(await events()).toMatchObject([{ type: 'message.failed', data: { message } }])
  })

  test('is kept without its text in a receipt that waits for the message', async () => {
    const { account, run, erase, receive, kept } = await open()
    const message = aMessage({ account: account.id, phase: 'waiting' })
    await run(({ messages }) => messages.add([message]))
    await erase()
    await receive(message.id, rejected(`${ANN} is switched off`))
    expect(await kept(message.id)).toMatchObject([{ failure: rejected(ERASED_FAILURE) }])
  })
})

describe('a failure text that may quote the code in the message is neither stored nor emitted', () => {
  const WORDS = rejected('The reason from the provider is not stored, because it may contain the code')

  const open = async () => {
    const adapters = inMemory({ now: after(100) })
    const fixture = await formFixture(adapters)
    const { account, run, request, messages, listenTo, events } = fixture
    await listenTo('message.failed')
    const id = (await fixture.entryOf(await request())).codeMessage as MessageId
    const quoted = rejected(`Spam: ${adapters.secrets.oneTimeCodeOf(id)} is your code`)
    const receipt = { account: account.id, message: id, at: after(100), failure: quoted }
    return {
      ...fixture,
      quoted,
      receive: () => new ReceiveReceipt(adapters).execute(receipt),
      kept: () => run((stores) => stores.messages.takeReceipts(account.id, [id])),
      seen: async () => {
        const published = (await events()).map(({ data }) => data)
        return { stored: (await messages()).map(({ failure }) => failure), published }
      },
    }
  }
  const FAILED = { stored: [WORDS], published: [{ message: { status: 'failed', errorMessage: WORDS.message } }] }

  test('if the provider refuses the message', async () => {
    const { script, quoted, submitMessage, seen } = await open()
    script.push({ kind: 'refused', type: quoted.type, message: quoted.message })
    await submitMessage()
    expect(await seen()).toMatchObject(FAILED)
  })

  test('in a receipt', async () => {
    const { submitMessage, receive, seen } = await open()
    await submitMessage()
    await receive()
    expect(await seen()).toMatchObject(FAILED)
  })

  test('in a receipt that arrives before the response', async () => {
    const { script, submitMessage, receive, seen } = await open()
    script.push(async () => {
      await receive()
      return { kind: 'accepted', providerId: 'provider-1' }
    })
    await submitMessage()
    expect(await seen()).toMatchObject(FAILED)
  })

  test('in a receipt that is stored until the message is settled', async () => {
    const { receive, kept } = await open()
    await receive()
    expect(await kept()).toMatchObject([{ failure: WORDS }])
  })
})
