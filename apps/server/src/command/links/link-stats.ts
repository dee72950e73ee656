import type { Schema } from '@carillon/client'
import { UserError } from '../../settings/user-error.js'
import { asJson } from '../../terminal/as-json.js'
import { barChart } from '../../terminal/bar-chart.js'
import type { Shell } from '../../terminal/shell.js'
import { tableOf } from '../../terminal/table.js'
import { withAdmin } from '../client/admin-client.js'
import { clickTimeOf, rateOf, type Totals } from './link-words.js'

export type LinkStatsOptions = {
  readonly link: string
  readonly account: string
  readonly days?: number
  readonly broadcast?: string
  readonly json: boolean
}

const DAYS_USUAL = 30
const DAY_MS = 86_400_000

type Sent = Totals & { readonly sent: number }

type Day = Schema<'LinkStats'>['days'][number]

export async function linkStats({ broadcast, ...options }: LinkStatsOptions, shell: Shell): Promise<void> {
  shell.stdout.write(
    await (broadcast === undefined ? ofLink(options, shell) : inBroadcast({ ...options, broadcast }, shell)),
  )
}

async function ofLink({ link, account, days = DAYS_USUAL, json }: LinkStatsOptions, shell: Shell): Promise<string> {
  const stats = await withAdmin(shell, async (admin) => {
    const read = (query?: { from: string; to: string }) => admin.links.clicks({ account, link }, query)
    // The server decides which day is today.
    const usual = await read()
    return days === DAYS_USUAL ? usual : read(lastDays(usual.days.at(-1)!.day, days))
  })
  if (json) return asJson(stats)
  return [factsOf(stats.link, { ...stats.totals, sent: stats.sent }, stats.target), chartOf(stats.days)].join('\n')
}

function lastDays(to: string, count: number) {
  return { from: new Date(Date.parse(to) - (count - 1) * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length), to }
}

function chartOf(days: readonly Day[]): string {
  const width = (of: (day: Day) => number, title: string) =>
    Math.max(title.length, ...days.map((day) => String(of(day)).length))
  const [people, bots] = [width((day) => day.people, 'PEOPLE'), width((day) => day.bots, 'BOTS')]
  const columns = (one: string, other: string) => `${one.padStart(people)}  ${other.padStart(bots)}`
  return barChart(
    days.map((day) => ({ label: day.day, value: day.people, text: columns(String(day.people), String(day.bots)) })),
    { label: 'DAY', text: columns('PEOPLE', 'BOTS') },
  )
}

type OfBroadcast = LinkStatsOptions & { readonly broadcast: string }

async function inBroadcast({ link, account, broadcast, json }: OfBroadcast, shell: Shell): Promise<string> {
  const { links } = await withAdmin(shell, (admin) => admin.broadcasts.clicks({ account, broadcastId: broadcast }))
  const found = links.find((one) => one.link === link)
  if (found === undefined) throw new UserError(`No stored message of ${broadcast} contains ${link}`)
  if (json) return asJson(found)
  const { sent, recipients } = found
  const bars = [
    { label: 'Clicked', value: recipients, text: String(recipients) },
    { label: 'Did not click', value: sent - recipients, text: String(sent - recipients) },
  ]
  return [factsOf(link, found), barChart(bars)].join('\n')
}

function factsOf(link: string, { sent, recipients, people, bots, repeats, ...span }: Sent, target?: string): string {
  return tableOf([
    ['LINK', link],
    ...(target === undefined ? [] : [['TARGET', target]]),
    ['SENT', String(sent)],
    ['RECIPIENTS', `${recipients} clicked (${rateOf({ recipients, sent })})`],
    ['PEOPLE', String(people)],
    ['BOTS', String(bots)],
    ['REPEATS', String(repeats)],
    ['FIRST', clickTimeOf(span.firstClickedAt)],
    ['LAST', clickTimeOf(span.lastClickedAt)],
  ])
}
