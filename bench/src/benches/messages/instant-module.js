import { Router } from 'express'
import { instantProvider } from '../broadcasts/instant-provider.js'

/** The instant provider as a module of the service. `GET /provider` returns what it was given since the last call. */
export async function createProvider() {
  const provider = instantProvider()
  const router = Router().get('/', (_, res) => {
    const { references, repeated } = provider.report()
    res.json({ submitted: references.length, repeated })
  })
  return { provider, router }
}
