/** All times are shown in the time zone and language of the browser. */
const TIME = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

export const timeOf = (instant) => TIME.format(new Date(instant))
export const dayOf = (instant) => DAY.format(new Date(instant))
export const momentOf = (instant) => FULL.format(new Date(instant))
