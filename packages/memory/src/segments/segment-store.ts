import {
  foldCase,
  type AccountId,
  type Segment,
  type SegmentId,
  type SegmentQuery,
  type SegmentStore,
} from '@carillon/core'
import { by, NEWEST_FIRST, pageOf } from '../tables/order.js'
import type { Tables } from '../tables/tables.js'

export class MemorySegmentStore implements SegmentStore {
  constructor(private readonly tables: Pick<Tables, 'segments'>) {}

  async find(account: AccountId, id: SegmentId) {
    return this.tables.segments.get(account, id) ?? null
  }

  async lock(account: AccountId, id: SegmentId) {
    return this.find(account, id)
  }

  async lockShared() {}

  async of(account: AccountId) {
    return this.tables.segments.of(account).toSorted(by(({ name }) => name))
  }

  async list(account: AccountId, query: SegmentQuery) {
    const part = foldCase(query.name ?? '')
    const found = this.tables.segments.of(account).filter(({ name }) => foldCase(name).includes(part))
    return pageOf(found.toSorted(NEWEST_FIRST), query)
  }

  async put(segment: Segment) {
    const before = this.tables.segments.get(segment.account, segment.id)
    this.tables.segments.put({ ...segment, createdAt: before?.createdAt ?? segment.createdAt })
  }

  async remove(account: AccountId, id: SegmentId) {
    this.tables.segments.remove(account, id)
  }
}
