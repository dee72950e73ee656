import { describeConversationStore, describeNoteStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeConversationStore(async () => inMemory())
describeNoteStore(async () => inMemory())
