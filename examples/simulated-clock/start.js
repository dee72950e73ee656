import { ANN, openShop } from './shop.js'
import { remindOfTomorrow } from './reminders.js'

const shop = await openShop()
const appointments = [{ id: 7, phone: ANN, at: new Date('2026-03-03T09:30:00Z') }]
for (let hour = 0; hour < 48; hour++) {
  const before = shop.sent().length
  await remindOfTomorrow({ ...shop, appointments })
  if (shop.sent().length > before) console.log(shop.clock.now().toISOString(), shop.sent().at(-1).body)
  shop.clock.advance(3_600_000)
}
