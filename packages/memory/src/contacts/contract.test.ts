import {
  describeContactListStore,
  describeContactSearch,
  describeContactStore,
  describeContactViewStore,
  describeCustomFieldStore,
  describeSearchByConsent,
} from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeContactListStore(async () => inMemory())

describeContactStore(async () => inMemory())

describeContactViewStore(async () => inMemory())

describeCustomFieldStore(async () => inMemory())

describeContactSearch(async () => inMemory())

describeSearchByConsent(async () => inMemory())
