import { describe, expect, test } from '@jest/globals'
import { conversationsModule, type PageText } from '../testing/page-modules.js'

const { Conversations } = await conversationsModule

const WHOLE = { texts: [], isWhole: true }

describe('the conversations of the page', () => {
  test('have the texts of each phone, the oldest first, in whatever order they arrive', () => {
    const conversations = new Conversations()
    conversations.begin({ texts: [aText('4'), aText('1')], isWhole: true })
    for (const id of ['5', '2', '3']) conversations.hear(aText(id))
    conversations.hear(aText('6', { phone: 'Bob' }))
    expect(conversations.textsOf('Ann').map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5'])
    expect(conversations.textsOf('Bob')).toEqual([aText('6', { phone: 'Bob' })])
    expect(conversations.textsOf('Eve')).toEqual([])
    expect(conversations.phones()).toEqual(['Bob', 'Ann'])
  })

  test('have the latest version of a changed text', () => {
    const conversations = new Conversations()
    conversations.begin({ texts: [aText('2'), aText('1', { state: 'arrived' })], isWhole: true })
    conversations.hear(aText('1', { state: 'delivered' }))
    expect(conversations.textsOf('Ann')).toEqual([aText('1', { state: 'delivered' }), aText('2')])
  })

  test('keep the latest hundred texts of a phone', () => {
    const conversations = new Conversations()
    for (let i = 0; i < 101; i++) conversations.hear(aText(String(i).padStart(3, '0')))
    expect(conversations.textsOf('Ann')).toHaveLength(100)
    expect(conversations.textsOf('Ann')[0]).toEqual(aText('001'))
  })

  test('know every sender', () => {
    const conversations = new Conversations()
    conversations.begin({ texts: [aText('1'), aText('2'), aText('3', { sender: '12345' })], isWhole: true })
    expect([...conversations.senders()].sort()).toEqual(['12345', 'us'])
  })

  test('are complete if the service says so, until a phone is dropped', () => {
    const conversations = new Conversations()
    conversations.begin({ texts: [aText('1')], isWhole: false })
    expect(conversations.isWhole).toBe(false)
    conversations.begin(WHOLE)
    expect(conversations.isWhole).toBe(true)
    const phones = Array.from({ length: 97 }, (_, i) => `phone ${i}`)
    for (const [i, phone] of phones.entries()) conversations.hear(aText(`${1_000 + i}`, { phone }))
    expect(conversations.phones()).toEqual(phones.slice(-48).reverse())
    expect(conversations.isWhole).toBe(false)
    conversations.clear()
    expect(conversations).toMatchObject({ isWhole: true })
    expect(conversations.phones()).toEqual([])
  })
})

describe('the set of changed phones', () => {
  test('is returned once, and marks a phone as old if its first change was a loaded text', () => {
    const conversations = new Conversations()
    conversations.begin({ texts: [aText('1')], isWhole: true })
    conversations.hear(aText('2'))
    conversations.hear(aText('3', { phone: 'Bob' }))
    expect([...conversations.takeChanged()]).toEqual([
      ['Ann', { isOld: true }],
      ['Bob', { isOld: false }],
    ])
    expect([...conversations.takeChanged()]).toEqual([])
    conversations.hear(aText('4'))
    expect([...conversations.takeChanged()]).toEqual([['Ann', { isOld: false }]])
  })

  test('is bounded, even if it is never read', () => {
    const conversations = new Conversations()
    for (let i = 0; i < 1_000; i++) conversations.hear(aText(`${1_000 + i}`, { phone: `phone ${i}` }))
    expect(conversations.takeChanged().size).toBeLessThanOrEqual(96)
  })
})

describe('a response', () => {
  test('adds earlier texts, and updates known ones', () => {
    const conversations = new Conversations()
    conversations.begin({ texts: [aText('2', { state: 'arrived' })], isWhole: false })
    const question = conversations.ask()
    conversations.answer(question, [aText('2', { state: 'delivered' }), aText('1')])
    expect(conversations.textsOf('Ann')).toEqual([aText('1'), aText('2', { state: 'delivered' })])
  })

  test('does not overwrite a text that changed after the request', () => {
    const conversations = new Conversations()
    conversations.begin({ texts: [aText('1', { state: 'arrived' })], isWhole: false })
    const question = conversations.ask()
    conversations.hear(aText('1', { state: 'delivered' }))
    conversations.answer(question, [aText('1', { state: 'arrived' })])
    expect(conversations.textsOf('Ann')).toEqual([aText('1', { state: 'delivered' })])
  })

  test('is ignored if the texts were cleared after the request', () => {
    const conversations = new Conversations()
    const question = conversations.ask()
    conversations.clear()
    conversations.answer(question, [aText('1')])
    expect(conversations.textsOf('Ann')).toEqual([])
  })
})

function aText(id: string, given: Partial<PageText> = {}): PageText {
  return { id, phone: 'Ann', sender: 'us', ...given }
}
