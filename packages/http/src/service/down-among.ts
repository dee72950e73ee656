import type { CarrierDesk, DownCarrier } from '@carillon/core'

export async function downCarriers(carriers: CarrierDesk): Promise<readonly DownCarrier[]> {
  const states = await carriers.list()
  return states
    .filter(({ breaker }) => breaker === 'open')
    .map(({ name, routes }) => ({ name, hasRoutes: routes.length > 0 }))
}
