import type { AnyRouter } from '@tanstack/react-router'

/**
 * After a navigation the focus goes to the heading of the new page, so that keyboard and screen reader continue there. A
 * change of the query, such as a filter, leaves the focus where it is.
 */
export function focusOnNavigation(router: AnyRouter) {
  router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    if (!pathChanged || fromLocation === undefined) return
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (heading?.closest('main')?.contains(document.activeElement)) return
    heading?.focus({ preventScroll: true })
  })
}
