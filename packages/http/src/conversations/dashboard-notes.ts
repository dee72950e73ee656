import type { ListedNote, UseCases } from '@carillon/core'
import { accountOf, roleIn, signedInOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { readBody } from '../input/body.js'
import { Text } from '../input/checks.js'
import { parameterOf } from '../input/path.js'
import { ANY_TEXT } from '../input/shape.js'
import { conversationIdOf } from './conversations.js'

const NOTES = '/accounts/:account/conversations/:conversationId/notes'

export class NoteFields {
  @Text(ANY_TEXT) body!: string
}

/** Notes about conversations, and the colleagues who can be given one. */
export function noteRoutes(
  useCases: Pick<UseCases, 'listNotes' | 'addNote' | 'removeNote' | 'listColleagues'>,
): Route[] {
  const { listNotes, addNote, removeNote, listColleagues } = useCases
  return [
    {
      method: 'get',
      path: NOTES,
      handle: async (req, res) => {
        const notes = await listNotes.execute({ account: accountOf(res), id: conversationIdOf(req) })
        res.json({ results: notes.map(noteResponse) })
      },
    },
    {
      method: 'post',
      path: NOTES,
      handle: async (req, res) => {
        const { body } = await readBody(req, NoteFields)
        const { user: author } = signedInOf(res)
        const note = await addNote.execute({ account: accountOf(res), id: conversationIdOf(req), author, body })
        res.status(201).json(noteResponse(note))
      },
    },
    {
      method: 'delete',
      path: `${NOTES}/:noteId`,
      handle: async (req, res) => {
        const by = { id: signedInOf(res).user.id, role: roleIn(res) }
        const given = { account: accountOf(res), conversation: conversationIdOf(req), note: parameterOf(req, 'noteId') }
        await removeNote.execute({ ...given, by })
        res.status(204).end()
      },
    },
    {
      method: 'get',
      path: '/accounts/:account/colleagues',
      handle: async (_req, res) => {
        res.json({ results: await listColleagues.execute({ account: accountOf(res).id }) })
      },
    },
  ]
}

function noteResponse({ id, author, authorName, body, createdAt }: ListedNote) {
  return { id, author: { id: author, name: authorName }, body, createdAt }
}
