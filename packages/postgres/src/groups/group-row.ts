import {
  foldCase,
  type AccountId,
  type FormLimits,
  type Group,
  type GroupId,
  type OptInType,
  type Tag,
  type TagId,
} from '@carillon/core'

export type TagRow = {
  readonly id: TagId
  readonly name: string
  /** A `Date`, or a text if it was read from JSON. */
  readonly created_at: Date | string
  readonly updated_at: Date | string
}

export type GroupRow = {
  readonly account_id: AccountId
  readonly id: GroupId
  readonly name: string
  readonly is_default: boolean
  readonly opt_in_type: OptInType
  readonly opt_in_message: string | null
  readonly confirm_message: string | null
  readonly sender: string | null
  readonly form_limits: Partial<FormLimits> | null
  readonly contact_count: number
  readonly created_at: Date
  readonly tags: readonly TagRow[]
}

export function toRow(group: Group) {
  const { id, name, isDefault, optInType, optInMessage, confirmMessage, sender, contactCount, createdAt } = group
  const formLimits = group.formLimits && JSON.stringify(group.formLimits)
  return {
    id,
    name,
    nameFolded: foldCase(name),
    isDefault,
    optInType,
    optInMessage,
    confirmMessage,
    sender,
    formLimits,
    contactCount,
    createdAt,
  }
}

export function fromRow(row: GroupRow): Group {
  return {
    id: row.id,
    account: row.account_id,
    name: row.name,
    isDefault: row.is_default,
    optInType: row.opt_in_type,
    optInMessage: row.opt_in_message,
    confirmMessage: row.confirm_message,
    sender: row.sender,
    formLimits: row.form_limits,
    tags: row.tags.map(fromTagRow),
    contactCount: row.contact_count,
    createdAt: row.created_at,
  }
}

export function toTagRow({ id, name, createdAt, updatedAt }: Tag) {
  return { id, name, created_at: createdAt, updated_at: updatedAt }
}

export function fromTagRow({ id, name, created_at: createdAt, updated_at: updatedAt }: TagRow): Tag {
  return { id, name, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) }
}
