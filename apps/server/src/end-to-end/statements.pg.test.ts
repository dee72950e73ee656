import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { inMemory } from '@carillon/memory'
import { onPostgres } from '@carillon/postgres'
import { documentedOperations } from '../../../../packages/http/src/testing/openapi-document.js'
import { callEveryOperation } from '../../../../packages/http/src/testing/openapi-story/record-story.js'
import { aDatabase } from '../testing/service/a-database.js'

/**
 * How many statements each operation sends to Postgres, at most in the story of the OpenAPI examples: `begin` and
 * `commit` count, but not the statement that counts the request towards its limit, nor the look-up of a key that is not
 * cached. A client waits for each statement, unless it is sent together with others. So a figure may only rise for a
 * good reason, and should be lowered when a statement is saved.
 */
const STATEMENTS_MAX: Readonly<Record<string, number>> = {
  addWebhook: 5,
  applyAccount: 28,
  cancelBatch: 15,
  cancelBroadcast: 14,
  cancelSchedule: 7,
  changeConversation: 5,
  changeSchedule: 7,
  changeSegment: 9,
  changeTemplate: 4,
  changeUser: 13,
  changeWebhook: 5,
  checkCarrier: 0,
  countBroadcastFailures: 2,
  countSegment: 10,
  createApiKey: 6,
  createContact: 7,
  createListSchedule: 8,
  createSchedule: 8,
  createSegment: 7,
  createTemplate: 7,
  deleteTemplate: 5,
  eraseContact: 81,
  explainAnyKeyword: 0,
  explainKeyword: 0,
  exportContacts: 9,
  findBroadcast: 4,
  findConsentDrift: 6,
  findSchedule: 6,
  grantCredits: 6,
  importContacts: 17,
  inviteUser: 9,
  joinGroup: 25,
  leaveGroup: 16,
  listAccountBroadcastClickRecipients: 4,
  listAccountLinkRecipients: 4,
  listAccountLinks: 3,
  listAccountSchedules: 4,
  listAccounts: 1,
  listApiKeys: 3,
  listBatchClickRecipients: 3,
  listBatchMessages: 4,
  listBroadcastClickRecipients: 3,
  listBroadcastFailures: 2,
  listBroadcastMessages: 4,
  listBroadcasts: 1,
  listCarriers: 0,
  listContactLists: 3,
  listContacts: 7,
  listConversations: 1,
  listDeadJobs: 3,
  listDeliveries: 4,
  listGroups: 2,
  listLedger: 1,
  listLinkRecipients: 3,
  listLinks: 2,
  listMembers: 3,
  listMessages: 2,
  listOccurrences: 1,
  listRequests: 2,
  listSchedules: 2,
  listSegments: 2,
  listSends: 3,
  listTemplateVersions: 3,
  listTemplates: 2,
  listUnmatchedKeywords: 3,
  listUsers: 1,
  listWebhooks: 2,
  pauseBatch: 8,
  pauseBroadcast: 8,
  previewSend: 20,
  readAccountBroadcastClicks: 3,
  readAccountConsentProof: 11,
  readAccountLinkClicks: 5,
  readBatch: 1,
  readBatchClicks: 2,
  readBroadcast: 1,
  readBroadcastClicks: 2,
  readCarrierTest: 0,
  readClicks: 2,
  readConsent: 5,
  readConsentProof: 10,
  readContact: 1,
  readConversation: 1,
  readCredits: 1,
  readCustomFieldSchema: 1,
  readDelivery: 3,
  readGroup: 1,
  readHealth: 0,
  readLinkClicks: 4,
  readMessage: 1,
  readReadiness: 0,
  readSchedule: 1,
  readSegment: 1,
  readStatistics: 1,
  readTemplate: 1,
  readThread: 2,
  readUpcoming: 1,
  readUser: 1,
  readWebhook: 2,
  removeSegment: 7,
  removeWebhook: 6,
  replayEvents: 8,
  resetUser: 9,
  restoreOccurrence: 4,
  resumeBatch: 8,
  resumeBroadcast: 8,
  retryBatch: 19,
  retryBroadcast: 16,
  retryDeadJob: 5,
  revokeApiKey: 5,
  rotateWebhookSecret: 5,
  saveContactList: 5,
  searchAccount: 10,
  searchContacts: 8,
  sendMessage: 7,
  skipOccurrence: 4,
  startBatch: 16,
  startBroadcast: 17,
  testCarrier: 0,
  testWebhook: 6,
  updateContact: 6,
}

const closers: (() => Promise<unknown>)[] = []
const counted = new Map<string, number>()

afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

beforeAll(async () => {
  const { knex, drop } = await aDatabase()
  closers.push(drop)
  const { clock, ...others } = inMemory()
  const { close, ...stored } = onPostgres({ knex, clock })
  closers.push(close)
  // The first unit of work finds out whether the database is distributed.
  await stored.unitOfWork.run(() => Promise.resolve())
  let statements = 0
  knex.on('query', ({ sql }: { readonly sql: string }) => {
    if (!OF_KEYS.test(sql)) statements++
  })
  await callEveryOperation({ ...others, clock, ...stored }, async (id, request) => {
    statements = 0
    const reply = await request()
    counted.set(id, Math.max(statements, counted.get(id) ?? 0))
    return reply
  })
}, 120_000)

const OF_KEYS = /\bapi_key\.secret_hash\b/

test('no operation sends more statements than the table allows', () => {
  const exceeding = [...counted].filter(([id, count]) => count > (STATEMENTS_MAX[id] ?? -1))
  expect(Object.fromEntries(exceeding)).toEqual({})
})

test('the table has every operation of the document, except those that answer without the database', () => {
  const operations = documentedOperations().map(({ operation }) => operation.operationId)
  const missing = operations.filter((id) => !(id in STATEMENTS_MAX))
  expect(missing.sort()).toEqual([...WITHOUT_DATABASE].sort())
})

const WITHOUT_DATABASE = [
  'readMetrics',
  'findDocs',
  'readDocs',
  'readErrorReference',
  'readOpenapiJson',
  'readDashboardOpenapi',
  'readOpenapi',
]
