import { describeContactListStore, describeContactStore, describeCustomFieldStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeContactListStore(async () => inMemory())

describeContactStore(async () => inMemory())

describeCustomFieldStore(async () => inMemory())
