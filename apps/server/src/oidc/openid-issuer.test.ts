import { createCarillon } from '@carillon/core'
import { createApi } from '@carillon/http'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { freeAddress, listen, urlOf } from '../listening/listening.js'
import { aBrowser } from '../testing/oidc/a-browser.js'
import { anIssuer } from '../testing/oidc/an-issuer.js'
import { OpenIdIssuer } from './openid-issuer.js'

const CLIENT = { clientId: 'carillon', clientSecret: 'a-client-secret-for-tests' }
const BY = { actor: { command: 'test' }, session: null, address: null }

/** A service and a real issuer, each on a port of this machine. */
async function open() {
  const [own, theirs] = [await freeAddress(LOOPBACK), await freeAddress(LOOPBACK)]
  const [url, issuerUrl] = [urlOf(own), urlOf(theirs)]
  const issuer = await anIssuer({
    url: issuerUrl,
    address: theirs,
    redirectUri: `${url}/dashboard/oidc/callback`,
    ...CLIENT,
  })
  const adapters = inMemory()
  const useCases = createCarillon({ adapters })
  const identityProvider = new OpenIdIssuer({ issuer: issuerUrl, name: 'Acme ID', ...CLIENT })
  const api = createApi({
    useCases,
    logger: pino({ level: 'silent' }),
    docsUrl: 'https://docs.example.com',
    adminToken: 'the-admin-token-for-tests',
    registry: new Registry(),
    ready: () => Promise.resolve({}),
    dashboard: { adapters, identityProvider },
  })
  const { stop } = await listen(api, own)
  const invite = async (email: string) => {
    const { user, link } = await useCases.inviteUser.execute({ by: BY, email, roles: [], isOwner: true })
    return { user, token: link.token }
  }
  const browser = () => aBrowser(url)
  return {
    ...{ url, issuer, useCases, identityProvider, invite, browser, clock: adapters.clock },
    /** A new browser in which the person accepts an invitation at the issuer. */
    join: async (email: string, subject: string) => {
      const { user, token } = await invite(email)
      issuer.signInAs(subject)
      const joining = browser()
      await joining.follow(await joining.begin(token))
      return { user, browser: joining }
    },
    close: async () => {
      await stop({ graceMs: 0 })
      await issuer.stop()
    },
  }
}

const LOOPBACK = { host: '127.0.0.1', port: 0 }
const START = '/dashboard/oidc/start'

async function withService(work: (service: Awaited<ReturnType<typeof open>>) => Promise<void>) {
  const service = await open()
  try {
    await work(service)
  } finally {
    await service.close()
  }
}

describe('a person whom an issuer identifies', () => {
  test('accepts an invitation there, and signs in there from then on', () =>
    withService(async ({ join, browser }) => {
      const { user, browser: joined } = await join('ann@example.com', 'sub-ann')
      expect(joined.location()).toBe('/dashboard/')
      expect((await joined.session()).user).toMatchObject({ id: user.id, email: 'ann@example.com' })
      const another = browser()
      await another.follow(START)
      expect(another.location()).toBe('/dashboard/')
      expect((await another.session()).user.id).toBe(user.id)
    }))

  test('is offered the issuer by its name', () =>
    withService(async ({ url }) => {
      const offered = await (await fetch(`${url}/dashboard/api/v1/sign-in`)).json()
      expect(offered).toMatchObject({ oidc: { name: 'Acme ID', url: START } })
    }))

  test('cannot sign in uninvited, even with the e-mail address of a user', () =>
    withService(async ({ join, issuer, browser }) => {
      await join('ann@example.com', 'sub-ann')
      issuer.signInAs('sub-eve', { email: 'ann@example.com', email_verified: true })
      const eve = browser()
      await eve.follow(START)
      expect(eve.location()).toBe('/dashboard/sign-in?oidc=uninvited')
      expect(await eve.session()).toMatchObject({ code: 33001 })
    }))

  test('stays the same user when the e-mail address changes there', () =>
    withService(async ({ join, issuer, browser }) => {
      const { user } = await join('ann@example.com', 'sub-ann')
      await join('bob@example.com', 'sub-bob')
      issuer.signInAs('sub-ann', { email: 'bob@example.com', email_verified: true })
      const ann = browser()
      await ann.follow(START)
      expect((await ann.session()).user).toMatchObject({ id: user.id, email: 'ann@example.com' })
    }))

  test('cannot be two users', () =>
    withService(async ({ join, browser, invite }) => {
      await join('ann@example.com', 'sub-ann')
      const again = browser()
      await again.follow(await again.begin((await invite('bob@example.com')).token))
      expect(again.location()).toBe('/dashboard/sign-in?oidc=taken')
    }))

  test('cannot use a link that was used meanwhile', () =>
    withService(async ({ invite, issuer, browser, useCases }) => {
      const { token } = await invite('ann@example.com')
      issuer.signInAs('sub-ann')
      const late = browser()
      const begun = await late.begin(token)
      await useCases.acceptLink.execute({
        token,
        password: 'correct horse battery',
        address: '192.0.2.1',
        userAgent: null,
      })
      await late.follow(begun)
      expect(late.location()).toBe('/dashboard/sign-in?oidc=link')
    }))

  test('cannot set up the service there, which needs a password', () =>
    withService(async ({ useCases, browser }) => {
      const { token } = (await useCases.createSetupLink.execute({ by: BY }))!
      await expect(browser().begin(token)).rejects.toThrow('400')
      expect(await useCases.readLink.execute({ token })).toMatchObject({ purpose: 'setup' })
    }))
})

describe('a response of the issuer is refused', () => {
  test('with another state', () =>
    withService(async ({ join, browser }) => {
      await join('ann@example.com', 'sub-ann')
      const tampered = browser()
      await tampered.follow(START, (step) => withParameter(step, '/callback', 'state', 'another'))
      expect(tampered.location()).toBe('/dashboard/sign-in?oidc=failed')
      expect(await tampered.session()).toMatchObject({ code: 33001 })
    }))

  test('with another nonce', () =>
    withService(async ({ join, browser }) => {
      await join('ann@example.com', 'sub-ann')
      const tampered = browser()
      await tampered.follow(START, (step) => withParameter(step, '/auth', 'nonce', 'another'))
      expect(tampered.location()).toBe('/dashboard/sign-in?oidc=failed')
    }))

  test('for another code challenge', () =>
    withService(async ({ join, browser }) => {
      await join('ann@example.com', 'sub-ann')
      const tampered = browser()
      const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
      await tampered.follow(START, (step) => withParameter(step, '/auth', 'code_challenge', challenge))
      expect(tampered.location()).toBe('/dashboard/sign-in?oidc=failed')
    }))

  test('a second time, in the same browser and in another one', () =>
    withService(async ({ join, browser }) => {
      await join('ann@example.com', 'sub-ann')
      const first = browser()
      let callback = ''
      await first.follow(START, (step) => {
        if (step.pathname.endsWith('/callback')) callback = step.href
        return step
      })
      expect(first.location()).toBe('/dashboard/')
      for (const one of [first, browser()]) {
        await one.follow(callback)
        expect(one.location()).toBe('/dashboard/sign-in?oidc=expired')
      }
      const victim = browser()
      await victim.follow(START, (step) => (step.pathname.endsWith('/callback') ? new URL(callback) : step))
      expect(victim.location()).toBe('/dashboard/sign-in?oidc=failed')
    }))

  test('whose code was used, even with all that the flow needs', () =>
    withService(async ({ join, identityProvider, browser, url }) => {
      await join('ann@example.com', 'sub-ann')
      const { url: at, checks } = await identityProvider.begin(`${url}/dashboard/oidc/callback`)
      const callback = await browser().until(at, (step) => step.pathname.endsWith('/callback'))
      expect(await identityProvider.finish(callback, checks)).toMatchObject({ subject: 'sub-ann' })
      await expect(identityProvider.finish(callback, checks)).rejects.toThrow()
    }))

  test('after a quarter of an hour', () =>
    withService(async ({ join, browser, clock }) => {
      await join('ann@example.com', 'sub-ann')
      const slow = browser()
      await slow.follow(START, (step) => {
        if (step.pathname.endsWith('/callback')) clock.advance(15 * 60_000)
        return step
      })
      expect(slow.location()).toBe('/dashboard/sign-in?oidc=expired')
    }))

  test('if the person has canceled', () =>
    withService(async ({ issuer, browser }) => {
      issuer.signInAs(null)
      const canceled = browser()
      await canceled.follow(START)
      expect(canceled.location()).toBe('/dashboard/sign-in?oidc=failed')
    }))
})

test('an issuer that cannot be reached is asked again by the next sign-in', () =>
  withService(async ({ issuer, browser, join }) => {
    await issuer.pause()
    const early = browser()
    await early.follow(START)
    expect(early.location()).toBe('/dashboard/sign-in?oidc=unavailable')
    await issuer.resume()
    const { browser: joined } = await join('ann@example.com', 'sub-ann')
    expect(joined.location()).toBe('/dashboard/')
  }))

function withParameter(step: URL, path: string, name: string, value: string): URL {
  const changed = new URL(step)
  if (step.pathname.endsWith(path)) changed.searchParams.set(name, value)
  return changed
}
