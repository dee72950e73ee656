import {
  DECLARATION_RULES,
  LISTED_RANGE,
  isPhoneNumber,
  parsePhoneNumber,
  type ContactList,
  type UseCases,
} from '@carillon/core'
import type { Route } from '../api/route.js'
import { readBody } from '../input/body.js'
import { Text, TextList } from '../input/checks.js'
import { accountNameOf } from '../input/path.js'
import { pageRequestOf, PageQuery, readQuery } from '../input/query.js'

/** Enough for ten thousand numbers with any formatting. */
const LIST_LENGTH_MAX = 1024 * 1024

const PHONE_NUMBER = {
  holds: isPhoneNumber,
  expected: 'must be a phone number in E.164 form, such as +12025550123',
}

export class ContactListFields {
  @Text(DECLARATION_RULES.name) name!: string
  @TextList(PHONE_NUMBER, LISTED_RANGE) phoneNumbers!: readonly string[]
}

type ListUseCases = Pick<UseCases, 'saveContactList' | 'listContactLists'>

export function contactListRoutes({ saveContactList, listContactLists }: ListUseCases): Route[] {
  const path = '/accounts/:name/contact-lists'
  return [
    {
      method: 'post',
      path,
      handle: async (req, res) => {
        const { name, phoneNumbers } = await readBody(req, ContactListFields, { lengthMax: LIST_LENGTH_MAX })
        const request = { accountName: accountNameOf(req), name, phones: phoneNumbers.map(parsePhoneNumber) }
        const { added, unknown, ...list } = await saveContactList.execute(request)
        res.json({ ...contactListResponse(list), added, unknown })
      },
    },
    {
      method: 'get',
      path,
      handle: async (req, res) => {
        const page = pageRequestOf(readQuery(req, PageQuery))
        const lists = await listContactLists.execute({ accountName: accountNameOf(req), page })
        res.json({ ...lists, results: lists.results.map(contactListResponse) })
      },
    },
  ]
}

function contactListResponse({ id, name, size, createdAt }: ContactList) {
  return { id, name, size, createdAt }
}
