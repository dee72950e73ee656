import { withBroadcast } from './bulk-actors.js'

/** The actions on running broadcasts that stop and continue them. */
export const PAUSE_ACTORS = [
  {
    name: 'pauses a broadcast',
    weight: 4,
    act: (world) => withBroadcast(world, (_, name) => call('pauseBroadcast', world, name)),
  },
  {
    name: 'resumes a broadcast',
    weight: 4,
    act: (world) => withBroadcast(world, (_, name) => call('resumeBroadcast', world, name)),
  },
]

async function call(useCase, world, name) {
  await world.anyProcess().call(useCase, name)
}
