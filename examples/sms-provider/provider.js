import { BellTower } from './bell-tower.js'
import { bellTowerPosts } from './bell-tower-posts.js'

/** For `CARILLON_PROVIDER`: each process calls this function once, and sends through the provider that it returns. */
export async function createProvider({ env, receiveInbound, receiveReceipt }) {
  const url = needed(env, 'BELL_TOWER_URL')
  const token = needed(env, 'BELL_TOWER_TOKEN')
  const router = bellTowerPosts({ secret: needed(env, 'BELL_TOWER_SECRET'), receiveInbound, receiveReceipt })
  return { provider: new BellTower({ url, token }), router }
}

function needed(env, name) {
  if (!env[name]) throw new Error(`${name} is not set`)
  return env[name]
}
