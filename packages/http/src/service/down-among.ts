import type { CarrierState, DownCarrier } from '@carillon/core'

export function downAmong(carriers: readonly CarrierState[]): readonly DownCarrier[] {
  return carriers
    .filter(({ breaker }) => breaker === 'open')
    .map(({ name, routes }) => ({ name, hasRoutes: routes.length > 0 }))
}
