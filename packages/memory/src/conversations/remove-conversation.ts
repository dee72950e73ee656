import type { AccountId, ConversationId } from '@carillon/core'
import type { Tables } from '../tables/tables.js'

/** Removes a conversation and the notes about it. */
export function removeConversation(
  { conversations, notes }: Pick<Tables, 'conversations' | 'notes'>,
  account: AccountId,
  id: ConversationId,
) {
  for (const note of notes.of(account)) if (note.conversation === id) notes.remove(account, note.id)
  conversations.remove(account, id)
}
