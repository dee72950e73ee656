import type { CarrierConnection, CarrierNews, Submission } from '@carillon/core'
import { memoryLinks } from '../receipts/memory-links.js'
import { TIMING, type Timing } from '../session/timing.js'
import type { SmppSettings } from '../settings/smpp-settings.js'
import { smppWith, type SmppHooks } from '../smpp.js'

export type Opened = { readonly connection: CarrierConnection; readonly news: CarrierNews[] }

const opened: CarrierConnection[] = []

/** An adapter that the next `closeAll` closes. */
export function open(
  given: Pick<SmppSettings, 'port'> & Partial<SmppSettings>,
  hooks: Partial<SmppHooks> = {},
  timing: Partial<Timing> = {},
): Opened {
  const settings = { host: '127.0.0.1', systemId: 'carillon', password: 'secret', ...given }
  const news: CarrierNews[] = []
  const onNews = async (more: readonly CarrierNews[]) => void news.push(...more)
  const connection = smppWith(
    settings,
    { onNews, links: memoryLinks(), ...hooks },
    { ...TIMING, backoffMs: 20, ...timing },
  )
  opened.push(connection)
  return { connection, news }
}

export async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((connection) => connection.close()))
}

let messages = 0

export function aText(given: Partial<Submission> = {}): Submission {
  const reference = `acc_1.msg_${++messages}`
  return { reference, from: '+12025550199', to: '+12025550100', body: 'Hello', mediaUrl: null, ...given }
}

/** Submits one text. */
export async function submit({ connection }: Opened, given: Partial<Submission> = {}, deadlineMs = 5_000) {
  const text = aText(given)
  const [outcome] = await connection.provider.submit([text], { deadlineMs })
  return { text, outcome: outcome! }
}
