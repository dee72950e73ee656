import { createCarillon, parsePhoneNumber } from '@carillon/core'
import { inMemory } from '@carillon/memory'

const adapters = inMemory()
const carillon = createCarillon({ adapters })
const [from, phone] = ['+12025550100', parsePhoneNumber('+12025550123')]
const declaration = { name: 'Acme', credits: { sms: 10 }, numbers: [{ number: from }], groups: [{ name: 'VIP' }] }
const { account, parts } = await carillon.applyAccount.execute({ declaration, prune: false })
await carillon.createContact.execute({ account, phone, fields: { firstName: 'Ann' } })
await carillon.joinGroup.execute({ account, phone, group: parts.groups[0].id, mode: 'DIRECT' })
const text = { from, to: phone, body: 'Hi {{contact_first_name}}', mediaUrl: null, idempotencyKey: 'hi-ann' }
const { message } = await carillon.sendMessage.execute({ account, ...text })
await carillon.runDueJobs.execute({ lane: 'quick', jobsMax: 10, onFailure: ({ error }) => console.error(error) })
console.log(await carillon.readMessage.execute({ account, id: message.id }), adapters.provider.sent)
