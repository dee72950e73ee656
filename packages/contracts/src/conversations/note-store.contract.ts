import { describe, expect, test } from '@jest/globals'
import { conversationIdOf, type ConversationId, type Note } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, ANN, BOB } from '../fixtures/builders.js'
import { anInboundText } from '../fixtures/sending-builders.js'
import { aNote } from './note-builder.js'
import { aUser } from '../users/user-builders.js'

export function describeNoteStore(open: OpenTestAdapters) {
  async function openStore() {
    const fixture = await accountFixture(await open())
    const { run } = fixture
    const account = fixture.account.id
    const author = aUser({ name: 'Olivia' })
    await run(({ users }) => users.add(author))
    const receive = (from: typeof ANN) =>
      run(async ({ messages, conversations }) => {
        const text = { ...anInboundText({ account, from }), from }
        await messages.add([text])
        await conversations.receive([text])
        return conversationIdOf(text.id)
      })
    return {
      ...fixture,
      author,
      receive,
      note: async (conversation: ConversationId, given: Partial<Note> = {}) => {
        const note = aNote({ account, conversation, author: author.id, ...given })
        await run(({ notes }) => notes.add(note))
        return note
      },
      list: (conversation: ConversationId, of = account) => run(({ notes }) => notes.list(of, conversation)),
    }
  }

  describe('notes', () => {
    test('are listed with the names of their authors, the oldest first', async () => {
      const { receive, note, list } = await openStore()
      const ann = await receive(ANN)
      const second = await note(ann, { createdAt: after(2), body: 'Called' })
      const first = await note(ann, { createdAt: after(1) })
      await note(await receive(BOB))
      const authorName = 'Olivia'
      expect(await list(ann)).toEqual([
        { ...first, authorName },
        { ...second, authorName },
      ])
    })

    test('are found and removed by id, in their account only', async () => {
      const { receive, note, list, run, account, neighbour } = await openStore()
      const ann = await receive(ANN)
      const [kept, gone] = [await note(ann), await note(ann)]
      const { id: other } = await neighbour()
      await run(async ({ notes }) => {
        expect(await notes.find(account.id, gone.id)).toEqual(gone)
        expect(await notes.find(other, gone.id)).toBeNull()
        await notes.remove(other, kept.id)
        await notes.remove(account.id, gone.id)
        expect(await notes.find(account.id, gone.id)).toBeNull()
      })
      expect(await list(ann)).toMatchObject([kept])
      expect(await list(ann, other)).toEqual([])
    })
  })
}
