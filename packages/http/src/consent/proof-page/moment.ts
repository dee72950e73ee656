import { wallClockAt, type TimeZone } from '@carillon/core'
import { html, type Html } from '../../html/html.js'

/** Shows an instant in the time zone of the account, and in UTC. */
export type Moment = (instant: Date) => Html

export function momentIn(zone: TimeZone): Moment {
  return (instant) => {
    const utc = html`<time datetime="${instant.toISOString()}">${shown(instant.toISOString())} UTC</time>`
    if (zone === 'UTC') return utc
    const wall = wallClockAt(instant, zone)
    const offset = offsetOf(Date.parse(`${wall}Z`) - Math.floor(instant.getTime() / 1_000) * 1_000)
    return html`<time datetime="${wall}${offset}">${shown(wall)} ${offset}</time> <span class="utc">${utc}</span>`
  }
}

function shown(text: string): string {
  return text.slice(0, 'YYYY-MM-DDTHH:mm:ss'.length).replace('T', ' ')
}

function offsetOf(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000)
  const twoDigits = (number: number) => String(Math.floor(number)).padStart(2, '0')
  return `${offsetMs < 0 ? '-' : '+'}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`
}
