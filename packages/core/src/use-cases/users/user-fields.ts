import { ACCOUNT_ROLES, GRANTS_MAX } from '../../model/users/role.js'
import { EMAIL, USER_NAME } from '../../model/users/user.js'
import { isAccountId, type AccountId } from '../../values/ids.js'
import { choice, flag, list, object, text } from '../../values/schema.js'

const email = text(EMAIL)
const name = text(USER_NAME)
const role = choice(ACCOUNT_ROLES)

const account = text<AccountId>({ holds: isAccountId, expected: 'must be the id of an account' })
const roles = list(object({ required: { account, role } }), { min: 0, max: GRANTS_MAX })

/** A request that invites a user to the service. */
export const NEW_USER_SCHEMA = object({ required: { email }, optional: { name, isOwner: flag, roles } })

/** A request that changes a user. */
export const USER_PATCH_SCHEMA = object({ optional: { name, isOwner: flag, isDisabled: flag, roles } })

/** A request of an admin that invites a person to one account. */
export const ACCOUNT_INVITE_SCHEMA = object({ required: { email, role }, optional: { name } })

/** A request of an admin that changes the role of a person in one account. */
export const ACCOUNT_ROLE_SCHEMA = object({ required: { role } })
