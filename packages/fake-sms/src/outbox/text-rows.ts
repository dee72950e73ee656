import type { Knex } from 'knex'
import { receivedText, writtenText, type PhoneText } from './phone-text.js'
import { fromStoredSubmissionRow, type StoredSubmissionRow } from './rows.js'
import { rowsOf } from './statements.js'
import type { LastReceipt, WrittenText } from './stored-submission.js'

/** Reads each of the three kinds of texts in index order, and no more than `limit` rows of each kind. */
export async function textsOf(
  knex: Knex,
  { phone, limit }: { readonly phone: string | null; readonly limit: number },
): Promise<readonly PhoneText[]> {
  return (await rowsOf<TextRow>(knex, phone === null ? TEXTS : TEXTS_OF_PHONE, { phone, limit })).map(fromTextRow)
}

const newest = (where: string) => `
  select * from (
    (select ${columns('submitted_at', 'reference, failure_type, failure_message, last_receipt')}
       from fake_sms_submission where ${where} failure_type is null order by id desc limit :limit)
    union all
    (select ${columns('submitted_at', 'reference, failure_type, failure_message, last_receipt')}
       from fake_sms_submission where ${where} failure_type is not null order by id desc limit :limit)
    union all
    (select ${columns('written_at', 'null, null, null, null')}
       from fake_sms_written where ${where} true order by id desc limit :limit)
  ) as conversation
   order by id desc limit :limit`

function columns(at: string, ofTheSent: string): string {
  return `id, sender, phone, body, media_url, ${at} as at, ${ofTheSent}`
}

const TEXTS = newest('')
const TEXTS_OF_PHONE = newest('phone = :phone and')

export const KEEP_WRITTEN = `
  insert into fake_sms_written (id, sender, phone, body, media_url, written_at)
  values (:id, :sender, :phone, :body, :mediaUrl, :writtenAt::timestamptz)
  on conflict (id) do nothing`

export const KEEP_RECEIPT = `
  update fake_sms_submission set last_receipt = :receipt::json where reference = :reference`

/** `sender` is the number of the service, although it is the recipient of a written text. */
export function toWrittenRow({ id, from, to, body, mediaUrl, writtenAt }: WrittenText) {
  return { id, sender: to, phone: from, body, mediaUrl, writtenAt: writtenAt.toISOString() }
}

/** A text without a reference was written on a phone. */
type TextRow = Omit<StoredSubmissionRow, 'reference' | 'submitted_at'> & {
  readonly reference: string | null
  readonly at: Date
  readonly last_receipt: LastReceipt | null
}

function fromTextRow({ last_receipt: receipt, reference, at, ...row }: TextRow): PhoneText {
  if (reference !== null) return receivedText(fromStoredSubmissionRow({ ...row, reference, submitted_at: at }), receipt)
  const { id, sender: to, phone: from, body, media_url: mediaUrl } = row
  return writtenText({ id, from, to, body, mediaUrl, writtenAt: at })
}
