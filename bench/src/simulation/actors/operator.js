/** What an operator of the simulated world does in calm times, so that everything ends. */
export async function tidyUp(world) {
  await resumeAll(world)
  await retryDeadJobs(world)
}

/** Resumes all paused broadcasts, so that each one ends. */
async function resumeAll(world) {
  for (const { id, account, pausedAt, completedAt } of world.records.all('broadcasts')) {
    if (pausedAt !== null && completedAt === null)
      await world.anyProcess().call('resumeBroadcast', world.nameOf({ id, account }))
  }
}

/** As an operator does once a fault is over: jobs whose processes died 20 times run again. */
async function retryDeadJobs(world) {
  for (const { id, account } of world.records.all('deadJobs')) {
    const { name: accountName } = world.accounts.find((one) => one.id === account)
    await world.anyProcess().call('retryJob', { accountName, id })
  }
}
