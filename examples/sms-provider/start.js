import { createCarillon, parsePhoneNumber } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { BellTower } from './bell-tower.js'
import { pretendCarrier } from './pretend-carrier.js'

const token = 'the-token'
const carrier = await pretendCarrier({ token })
const provider = new BellTower({ url: carrier.url, token })
const carillon = createCarillon({ adapters: { ...inMemory(), provider } })

const [from, phone] = ['+12025550100', parsePhoneNumber('+12025550123')]
const declaration = { name: 'Acme', credits: { sms: 10 }, numbers: [{ number: from }], groups: [{ name: 'VIP' }] }
const { account, parts } = await carillon.applyAccount.execute({ declaration, prune: false })
await carillon.createContact.execute({ account, phone, fields: {} })
await carillon.joinGroup.execute({ account, phone, group: parts.groups[0].id, mode: 'DIRECT' })
const text = { from, to: phone, body: 'Ding dong', mediaUrl: null, idempotencyKey: null }
const { message } = await carillon.sendMessage.execute({ account, ...text })
console.log(message.status, carrier.delivered(`${account.id}.${message.id}`))
await carrier.stop()
