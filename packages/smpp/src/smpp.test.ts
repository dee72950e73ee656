import { describeSmsProvider } from '@carillon/contracts'
import { afterEach, describe } from '@jest/globals'
import { STATUS } from './codec/statuses.js'
import { deliveriesReadByNpm } from './testing/assemble-npm.js'
import { deliveriesOf } from './testing/assemble.js'
import { openNpmSmsc } from './testing/npm-smsc.js'
import { closeAll, open } from './testing/smpp-under-test.js'
import { openTestSmsc } from './testing/test-smsc.js'

const DEADLINE_MS = 60_000

let closeSmsc: () => void

afterEach(async () => {
  closeSmsc()
  await closeAll()
})

describe('SMPP against our strict SMSC', () => {
  describeSmsProvider(async () => {
    const smsc = await openTestSmsc()
    closeSmsc = () => void smsc.close()
    const refused = new Set<string>()
    smsc.control.react = ({ dest }) =>
      refused.has(dest) ? { kind: 'error', status: STATUS.ESME_RINVDSTADR } : { kind: 'take' }
    return {
      ...adapters(smsc.port),
      delivered: async (reference) => {
        if (smsc.faults.length > 0) throw new Error(smsc.faults.join())
        return deliveriesOf(
          smsc.taken.map(({ pdu }) => pdu),
          reference,
        )
      },
      refuse: async (to) => void refused.add(to.replace('+', '')),
      close: async () => {
        smsc.control.react = () => ({ kind: 'error', status: STATUS.ESME_RTHROTTLED })
      },
      stall: async () => {
        smsc.control.react = () => ({ kind: 'late' })
      },
    }
  })
})

describe('SMPP against an SMSC of npm smpp', () => {
  describeSmsProvider(async () => {
    const smsc = await openNpmSmsc()
    closeSmsc = smsc.close
    const refused = new Set<string>()
    smsc.control.react = (dest) => (refused.has(dest) ? { status: STATUS.ESME_RINVDSTADR } : 'take')
    return {
      ...adapters(smsc.port),
      delivered: async (reference) => deliveriesReadByNpm(smsc.taken, reference),
      refuse: async (to) => void refused.add(to.replace('+', '')),
      close: async () => {
        smsc.control.react = () => ({ status: STATUS.ESME_RTHROTTLED })
      },
      stall: async () => {
        smsc.control.react = () => 'stall'
      },
    }
  })
})

function adapters(port: number) {
  const settings = { port, echoesReference: true, mediaAsLink: true }
  return {
    provider: open(settings).connection.provider,
    twin: open(settings).connection.provider,
    cutOff: open({ ...settings, port: 1 }).connection.provider,
    deadlineMs: DEADLINE_MS,
  }
}
