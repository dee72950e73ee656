import { createContext, useContext, type ReactNode } from 'react'

export type Zone = {
  /** An IANA name, for example `America/New_York`. */
  readonly name: string
  /** Whose zone it is. */
  readonly of: 'viewer' | 'account'
}

const ZoneContext = createContext<Zone>({ name: 'UTC', of: 'account' })

/** The shell gives the zone that the person chose. */
export function ZoneProvider({ zone, children }: { readonly zone: Zone; readonly children: ReactNode }) {
  return <ZoneContext value={zone}>{children}</ZoneContext>
}

/** The zone in which times are shown. */
export function useZone(): Zone {
  return useContext(ZoneContext)
}
