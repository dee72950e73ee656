import { setTimeout as delay } from 'node:timers/promises'
import { Mood } from './moods.js'

export const SMSC_SOURCES = ['smpp/src/testing/test-smsc.ts', 'smpp/src/codec/statuses.ts', 'smpp/src/codec/tlvs.ts']

const LATE = { leastMs: 100, mostMs: 3_000 }
const TOO_LATE = { leastMs: 5_200, mostMs: 6_500 }
const STATES = { queued: 'ACCEPTD', sent: 'ENROUTE', delivered: 'DELIVRD', failed: 'UNDELIV' }
/** The last receipt of an SMSC is signed by nothing: it comes on a bind, which has a password. */
const SIGNS = null

/** The test SMSC as a carrier of the file of carriers. Its receipts return the reference of the submission. */
export async function openSmsc({ name, sources, random, onTaken }) {
  const [{ openTestSmsc }, { STATUS }, { TAGS }] = SMSC_SOURCES.map((path) => sources.get(path))
  const smsc = await openTestSmsc()
  const mood = new Mood(random)
  const timeIn = ({ leastMs, mostMs }) => leastMs + random() * (mostMs - leastMs)
  const { control } = smsc
  const phones = []
  let last = null
  let ids = 0

  control.react = (pdu) => {
    last = { pdu, fault: mood.next() }
    return reactionTo(last.fault, STATUS)
  }
  // Called when a text is taken, right after `react`.
  control.nextId = () => {
    const { pdu, fault } = last
    const id = String(++ids)
    const to = `+${pdu.dest}`
    phones.push(to)
    const tlvs = pdu.tlvs.filter(({ tag }) => tag === TAGS.user_message_reference)
    const early = onTaken({ carrier, reference: null, to, id, tlvs, from: pdu.source })
    waits.set(id, { early, fault })
    return id
  }
  const waits = new Map()
  control.beforeAnswer = async ({ id }) => {
    const { early, fault } = waits.get(id)
    await early
    if (fault === 'late') await delay(timeIn(LATE))
    if (fault === 'too-late') await delay(timeIn(TOO_LATE))
  }

  const carrier = {
    name,
    type: 'smpp',
    mood,
    signs: SIGNS,
    settings: {
      ...{ type: 'smpp', host: '127.0.0.1', port: smsc.port, systemId: smsc.systemId, password: smsc.password },
      ...{ binds: 2, echoesReference: true },
    },
    phones,
    faults: smsc.faults,
    /** Delivers a receipt on any bind; returns whether it was acknowledged. */
    async report(_serverUrl, { id, to, from, tlvs }, status) {
      const binds = smsc.receiverCount()
      if (binds === 0) return false
      const bind = Math.floor(random() * binds)
      const fields = { source: to.slice(1), dest: from, tlvs }
      return (await smsc.receipt(id, STATES[status], fields, bind)) === STATUS.ESME_ROK
    },
    async setMood(next) {
      mood.name = next
      const isReachable = next !== 'unreachable'
      control.bindStatus = isReachable ? STATUS.ESME_ROK : STATUS.ESME_RBINDFAIL
      if (!isReachable) smsc.breakAll()
    },
    close: () => smsc.close(),
  }
  return carrier
}

/** What the SMSC does with a submission; how long it takes is decided before its answer. */
function reactionTo(fault, STATUS) {
  switch (fault) {
    case 'never':
      return { kind: 'never' }
    case 'cut-after':
    case 'cut-midway':
      return { kind: 'break-after' }
    case 'cut-before':
      return { kind: 'break-before' }
    case 'throttled':
      return { kind: 'error', status: STATUS.ESME_RTHROTTLED }
    case 'fails-before':
      return { kind: 'error', status: STATUS.ESME_RSYSERR }
    default:
      return { kind: 'take' }
  }
}
