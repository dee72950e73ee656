import { once } from 'node:events'
import knexOn from 'knex'
import { createShop } from './app.js'

const { DATABASE_URL, PORT = '3000', SHOP_SECRET } = process.env
if (!DATABASE_URL || !SHOP_SECRET) throw new Error('Set DATABASE_URL, and SHOP_SECRET of 16 characters or more')

const knex = knexOn({ client: 'pg', connection: { connectionString: DATABASE_URL }, pool: { min: 0, max: 5 } })
const shop = await createShop({ knex, secret: SHOP_SECRET })
const server = shop.app.listen(Number(PORT), '127.0.0.1')
await once(server, 'listening')
console.log(`the shop is running: http://127.0.0.1:${server.address().port}`)

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    server.close()
    await shop.close()
    await knex.destroy()
  })
}
