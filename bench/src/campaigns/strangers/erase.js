import { request } from 'undici'
import { readPhone } from '../../shared/sending.js'
import { ADMIN_TOKEN } from '../../shared/service.js'
import { untilStill } from './until-still.js'

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
