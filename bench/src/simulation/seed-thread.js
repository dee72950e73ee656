import { parentPort } from 'node:worker_threads'
import { runSeed } from './run-seed.js'

/** Runs each seed that it receives, and sends back the result. */
parentPort.on('message', async (seed) => {
  try {
    parentPort.postMessage({ seed, ...(await runSeed(seed)) })
  } catch (error) {
    parentPort.postMessage({ seed, fault: error.stack.replaceAll(/\n {4}at .*/g, '') })
  }
})
