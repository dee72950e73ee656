import { request } from 'undici'
import { becameTrue } from '../became-true.js'
import { readPhone } from '../../shared/sending.js'
import { ADMIN_TOKEN } from '../../shared/service.js'

const STILL_WITHIN_MS = 30_000

/** Waits until no text, or no text to that phone, is left to be submitted. */
export async function untilStill(service, { to = null } = {}) {
  const isStill = async () => (await service.sql(UNFINISHED, { to }))[0].count === 0
  if (!(await becameTrue(isStill, { withinMs: STILL_WITHIN_MS }))) throw new Error('some texts are still queued')
}

const UNFINISHED = `
  select count(*)::integer as count
    from message
   where direction = 'outbound' and status = 'queued' and (:to::text is null or to_number = :to)`

/** The erasure also deletes the texts on the phone, so they are read before. */
export async function erase({ dispatcher, service, pick, erased }, { name, phone }) {
  await untilStill(service, { to: phone })
  erased.push(...(await readPhone(service.urls[0], { to: phone })))
  const { statusCode, body } = await request(`${pick(service.urls)}/admin/v1/accounts/${name}/contacts/${phone}`, {
    method: 'DELETE',
    dispatcher,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  })
  await body.dump()
  if (statusCode >= 500) throw new Error(`an erasure got the response ${statusCode}`)
}
