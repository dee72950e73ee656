import type { AccountId } from '@carillon/core'
import { expect } from '@jest/globals'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { closeAfterTest, openPage } from '../open-page.js'
import { aDemoService } from '../service/a-demo-service.js'
import { aPerson, type PersonOptions, type Role } from './a-person.js'
import { watchPage } from './watched-page.js'

type Service = Awaited<ReturnType<typeof aDemoService>>

export type DashboardOptions = BrowserContextOptions & {
  /** Default: owner. Null: nobody is signed in. */
  readonly role?: Role | null
  readonly name?: string
  /** The path below `/dashboard`, or below the demo account if it does not begin with `/`. Default: the overview. */
  readonly path?: string
  /** Whether the demo account has a history of four weeks, as on a first start. Default: false. */
  readonly hasHistory?: boolean
}

const SIZE = { viewport: { width: 1280, height: 800 } } as const

/**
 * The whole service on Postgres with its demo account, and its dashboard in Chromium. The test fails if a page did what
 * no page may do: see `watchPage`.
 */
export async function openDashboard(options: DashboardOptions = {}) {
  const service = await aDemoService(options)
  closeAfterTest(service.close)
  const [account] = await service.useCases.listAccounts.execute()
  const { id } = account!
  return {
    ...service,
    account: id,
    /** Another browser, with another person or none. */
    open: (more: DashboardOptions = {}) => openAs(service, id, more),
    ...(await openAs(service, id, options)),
  }
}

async function openAs(service: Service, account: AccountId, options: DashboardOptions) {
  const { role = 'owner', name, path = '', hasHistory: _, ...context } = options
  const page = await openPage({ ...SIZE, locale: 'en-US', timezoneId: 'America/Chicago', ...context })
  const watched = watchPage(page, service.url)
  closeAfterTest(async () => expect(watched.faults()).toEqual([]))
  const urlOf = (below: string) =>
    `${service.url}/dashboard${below.startsWith('/') ? below : `/a/${account}${below && `/${below}`}`}`
  const person =
    role === null ? null : await signIn(service, page, { role, accounts: [account], ...(name && { name }) })
  const goto = async (below: string) => {
    await page.goto(urlOf(below))
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  await goto(path)
  return { page, person, goto, urlOf, ignoreFault: watched.ignore, api: dashboardApi(page, service.url, account) }
}

async function signIn({ adapters, url }: Service, page: Page, options: PersonOptions) {
  const { user, token } = await aPerson(adapters, options)
  await page.context().addCookies([{ name: 'carillon_session', value: token, url, httpOnly: true, sameSite: 'Lax' }])
  return user
}

/** Calls the dashboard's API as the person of the page. A path that does not begin with `/` is below the account. */
function dashboardApi(page: Page, url: string, account: AccountId) {
  return async (method: string, path: string, body?: unknown) => {
    const below = path.startsWith('/') ? path : `/accounts/${account}/${path}`
    const response = await page.request.fetch(`${url}/dashboard/api/v1${below}`, {
      method,
      headers: { origin: url, 'content-type': 'application/json' },
      ...(body !== undefined && { data: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status(), body: (text === '' ? null : JSON.parse(text)) as Record<string, unknown> }
  }
}
