import { operationsOf } from './operations.js'

/**
 * Operations that the document leaves out: the opt-in form, and tracking links, which can have any path. The document
 * promises nothing about their responses, so they are checked only for crashes, leaks and injected headers.
 */
export function operationsBeside({ groups, link }) {
  const [host] = link.split('/')
  return operationsOf(documentOf({ groups, link })).map((operation) => ({ ...operation, isBeside: true, host }))
}

function documentOf({ groups, link }) {
  const form = { 'application/x-www-form-urlencoded': { schema: { type: 'string' } } }
  const path = `/${link.split('/').slice(1).join('/')}`
  const [groupId, entryId, code] = ['groupId', 'entryId', 'code'].map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', maxLength: 60, ...(name === 'groupId' ? { enum: groups } : {}) },
  }))
  const show = { security: [], responses: {} }
  const post = { ...show, requestBody: { required: true, content: form } }
  return {
    paths: {
      '/opt-in/{groupId}': {
        parameters: [groupId],
        get: { ...show, operationId: 'showOptInForm' },
        post: { ...post, operationId: 'startOptIn' },
      },
      '/opt-in/{groupId}/{entryId}': {
        parameters: [groupId, entryId],
        get: { ...show, operationId: 'showOptInEntry' },
        post: { ...post, operationId: 'enterOptInCode' },
      },
      '/opt-in/{groupId}/{entryId}/resend': {
        parameters: [groupId, entryId],
        post: { ...post, operationId: 'resendOptInCode' },
      },
      [path]: { get: { ...show, operationId: 'followLink' } },
      [`${path}/{code}`]: { parameters: [code], get: { ...show, operationId: 'followLinkOfMessage' } },
    },
  }
}
