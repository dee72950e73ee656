import type { ComponentType } from 'react'

/** A page in the navigation and in the search of pages. */
export type PageEntry = {
  /** The route's full path, for example `/a/$account/contacts`. */
  readonly to: string
  readonly label: string
  readonly icon: ComponentType<{ size?: number | string; stroke?: number | string }>
  /** Pages with the same section stand together. */
  readonly section: string
  /** After `g`, this letter opens the page. */
  readonly key?: string
  /** More words by which the search finds the page. */
  readonly words?: string
}
