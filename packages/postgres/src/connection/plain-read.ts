/**
 * Whether a statement only reads: it locks, changes and sets nothing. When in doubt, the answer is no, which costs only
 * a transaction.
 */
export function isPlainRead(statement: string): boolean {
  return BEGINS_AS_READ.test(statement) && !MAY_DO_MORE.test(statement)
}

/** Whether a statement leaves nothing behind if it is run outside a transaction: a lock ends with the statement. */
export function isSelect(statement: string): boolean {
  return SELECT.test(statement)
}

const SELECT = /^\s*select\b/i
const BEGINS_AS_READ = /^\s*(?:select|with)\b/i

/** Commands within `with`, locks, `select into`, and the functions that do more than read. */
const MAY_DO_MORE =
  /\b(?:insert|update|delete|merge|share|into|set_config|nextval|setval|pg_notify|pg_\w*lock\w*|lock_shard_metadata|lo_\w+)\b/i
