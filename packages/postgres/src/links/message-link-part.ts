import type { MessageLink } from '@carillon/core'
import { recordset } from '../sql/recordset.js'
import type { Statement } from '../sql/sql.js'

/**
 * Adds the URLs of a message in the statement that stores the message. Usually there are no URLs, and this part is
 * empty; otherwise its SQL is the same for any number of URLs.
 */
export function messageLinkPart(messageLinks: readonly MessageLink[], message: 'stored' | 'charged'): Statement {
  if (messageLinks.length === 0) return { sql: '', bindings: {} }
  const sql = `
  annotated as (
    insert into click_count (account_id, link, code, message_id)
    select :account, message_link.link, message_link.code, :id from ${message}, ${MESSAGE_LINKS.sql}
        on conflict (account_id, link, code) do nothing
  ),`
  return { sql, bindings: MESSAGE_LINKS.of(messageLinks.map(toRow)) }
}

const MESSAGE_LINKS = recordset<ReturnType<typeof toRow>>('message_link', { link: 'text', code: 'text' })

function toRow({ link, code }: MessageLink) {
  return { link, code }
}
