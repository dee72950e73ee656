import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
// Jest loads this file without transforming it, so it imports the built packages: `npm test` builds first.
import { startEmbeddedPostgres } from './apps/server/dist/embedded-postgres/embedded-postgres.js'
import { connect, migrate } from './packages/postgres/dist/index.js'
import { bundlePackages } from './tooling/bundle-packages.js'
import { bundleTests } from './tooling/bundle-tests.js'
import { makeTestDataDir } from './tooling/test-data-dir.js'

const TEMPLATE = 'carillon_template'

// eslint-disable-next-line no-restricted-syntax -- Jest asks for the default export.
export default async function prepareRun(globalConfig, projectConfig) {
  const bundle = async () => {
    await bundlePackages()
    const [pattern, , options] = projectConfig.transform.find(([, path]) => path.endsWith('bundled-test.js'))
    await bundleTests(await testFilesToBundle(globalConfig, pattern), options)
  }
  await Promise.all([bundle(), startPostgres()])
}

/** The test files that the configuration loads from bundles. If a pattern was given, only those that match it. */
async function testFilesToBundle({ rootDir, testPathPatterns, runTestsByPath }, pattern) {
  const sources = await Promise.all(['apps', 'packages'].map((group) => sourcesOf(join(rootDir, group))))
  const bundled = sources.flat().filter((file) => new RegExp(pattern).test(file))
  if (runTestsByPath) return bundled
  const asked = testPathPatterns.toExecutor({ rootDir })
  return bundled.filter((file) => asked.isMatch(file))
}

/** The files below the folder `src` of each workspace in a folder. */
async function sourcesOf(group) {
  const folders = (await readdir(group)).map((workspace) => join(group, workspace, 'src'))
  const lists = await Promise.all(
    folders.map(async (folder) => (await readdir(folder, { recursive: true })).map((file) => join(folder, file))),
  )
  return lists.flat()
}

/** One Postgres for the whole run, with a template database that the tests copy. */
async function startPostgres() {
  const given = process.env['CARILLON_TEST_POSTGRES_URL']
  if (given !== undefined) return makeTemplate(requireForm(given))
  const dataDir = await makeTestDataDir()
  const postgres = await startEmbeddedPostgres({ dataDir, settings: SETTINGS })
  globalThis.stopTestPostgres = async () => {
    delete process.env['CARILLON_TEST_POSTGRES_URL']
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await makeTemplate(postgres.url)
  } catch (error) {
    await globalThis.stopTestPostgres()
    throw error
  }
  process.env['CARILLON_TEST_POSTGRES_URL'] = postgres.url
}

/** Requires a URL of the form in which tests can replace the database and find the folder of the socket. */
function requireForm(url) {
  if (FORM.test(url)) return url
  throw new Error('CARILLON_TEST_POSTGRES_URL has the form postgresql://carillon@/carillon?host=FOLDER&port=5432')
}

const FORM = /^postgres(?:ql)?:\/\/carillon@\/carillon\?(?=.*\bhost=(?:\/|%2F))(?=.*\bport=)/

/**
 * Test data does not have to survive a power failure. Autovacuum is off, because its timing would otherwise affect the
 * statistics of tables, and thereby the plans that some tests examine.
 */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '300', autovacuum: 'off' }

async function makeTemplate(url) {
  const server = await connect(url)
  await server.raw('drop database if exists ??', [TEMPLATE])
  await server.raw('create database ??', [TEMPLATE])
  await server.destroy()
  const template = await connect(url.replace('/carillon?', `/${TEMPLATE}?`))
  await migrate(template)
  await template.destroy()
}
