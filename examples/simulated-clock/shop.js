import { JOB_LANES, createCarillon, parsePhoneNumber } from '@carillon/core'
import { inMemory } from '@carillon/memory'

export const ANN = parsePhoneNumber('+12025550123')
const FROM = '+12025550110'

/** A shop with one customer, who has opted in. The clock starts at noon UTC on 1 March. */
export async function openShop() {
  const adapters = inMemory({ now: new Date('2026-03-01T12:00:00Z') })
  const carillon = createCarillon({ adapters })
  const declaration = {
    name: 'Shop',
    credits: { sms: 100 },
    numbers: [{ number: FROM }],
    groups: [{ name: 'Customers' }],
  }
  const { account, parts } = await carillon.applyAccount.execute({ declaration, prune: false })
  await carillon.createContact.execute({ account, phone: ANN, fields: { firstName: 'Ann' } })
  await carillon.joinGroup.execute({ account, phone: ANN, group: parts.groups[0].id, mode: 'DIRECT' })
  const onFailure = ({ error }) => {
    throw error
  }
  return {
    carillon,
    account,
    from: FROM,
    group: parts.groups[0].id,
    clock: adapters.clock,
    sent: () => adapters.provider.sent.map(({ to, body }) => ({ to, body })),
    texts: (body) => carillon.receiveInbound.execute({ providerId: `in-${body}`, from: ANN, to: FROM, body }),
    /** Runs due jobs as a worker would, until none are left: a job may create others. */
    work: async () => {
      for (let begun = 1; begun > 0;) {
        begun = 0
        for (const lane of JOB_LANES) begun += await carillon.runDueJobs.execute({ lane, jobsMax: 10, onFailure })
      }
    },
  }
}
