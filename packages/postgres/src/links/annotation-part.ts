import type { Annotation } from '@carillon/core'
import { recordset } from '../sql/recordset.js'
import type { Statement } from '../sql/sql.js'

/**
 * Adds the URLs that go out with a message, in the statement that stores it: nothing where there are none, as mostly,
 * and the same text for any number of them.
 */
export function annotationPart(annotations: readonly Annotation[], message: 'stored' | 'charged'): Statement {
  if (annotations.length === 0) return { sql: '', bindings: {} }
  const sql = `
  annotated as (
    insert into click_count (account_id, link, code, message_id)
    select :account, annotation.link, annotation.code, :id from ${message}, ${ANNOTATIONS.sql}
        on conflict (account_id, link, code) do nothing
  ),`
  return { sql, bindings: ANNOTATIONS.of(annotations.map(toRow)) }
}

const ANNOTATIONS = recordset<ReturnType<typeof toRow>>('annotation', { link: 'text', code: 'text' })

function toRow({ link, code }: Annotation) {
  return { link, code }
}
