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

/** Resumes all paused broadcasts, so that each one ends. */
export async function resumeAll(world) {
  for (const { id, account, pausedAt, completedAt } of world.records.all('broadcasts')) {
    if (pausedAt !== null && completedAt === null) await call('resumeBroadcast', world, world.nameOf({ id, account }))
  }
}

/** As an operator does once a fault is over: jobs whose processes died 20 times run again. */
export async function retryDeadJobs(world) {
  for (const { id, account } of world.records.all('deadJobs')) {
    const { name: accountName } = world.accounts.find((one) => one.id === account)
    await call('retryJob', world, { accountName, id })
  }
}

async function call(useCase, world, name) {
  await world.anyProcess().call(useCase, name)
}
