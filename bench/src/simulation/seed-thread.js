import { parentPort } from 'node:worker_threads'
import { runSeed } from './run-seed.js'

/** Runs each seed that it is told, and answers what came of it. */
parentPort.on('message', async (seed) => {
  try {
    parentPort.postMessage({ seed, ...(await runSeed(seed)) })
  } catch (error) {
    parentPort.postMessage({ seed, fault: error.stack.replaceAll(/\n {4}at .*/g, '') })
  }
})
