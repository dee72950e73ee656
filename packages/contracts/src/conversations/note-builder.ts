import type { Note } from '@carillon/core'
import { ids, NOW } from '../fixtures/builders.js'

export function aNote(given: Pick<Note, 'account' | 'conversation' | 'author'> & Partial<Note>): Note {
  return { id: ids.next('nte'), body: 'Call back', createdAt: NOW, ...given }
}
