import type { CustomField } from '@carillon/core'
import { aCustomField } from '../fixtures/builders.js'

/** A field of each type and a disabled field, all of one account, in no particular order. */
export const CUSTOM_FIELDS = {
  COLORS: aField(6, { label: 'Colors', type: 'MULTI_SELECT', options: ['red', 'green', 'blue'] }),
  RETIRED: aField(7, { label: 'Retired', status: 'disabled' }),
  PLAN: aField(5, { label: 'Plan', type: 'SINGLE_SELECT', options: ['Free', 'Pro'] }),
  RENEWAL: aField(4, { label: 'Renewal Date', type: 'DATE' }),
  NICKNAME: aField(1, { label: 'Nickname' }),
  POINTS: aField(2, { label: 'Points', type: 'NUMBER' }),
  VEGAN: aField(3, { label: 'Vegan', type: 'BOOLEAN' }),
}

function aField(n: 1 | 2 | 3 | 4 | 5 | 6 | 7, given: Partial<CustomField>): CustomField {
  return aCustomField({ account: 'acc_1', key: `contact_custom_field_${n}`, ...given })
}
