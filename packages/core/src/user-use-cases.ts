import { ListColleagues } from './use-cases/users/list-colleagues.js'
import { PORTS, recipe } from './adapters.js'
import { AcceptLink } from './use-cases/users/accept-link.js'
import { ChangeAccountRole, InviteToAccount } from './use-cases/users/account-users.js'
import { AuthenticateSession } from './use-cases/users/authenticate-session.js'
import { ChangeOwnUser } from './use-cases/users/change-own-user.js'
import { ChangeUser } from './use-cases/users/change-user.js'
import { CreateSetupLink } from './use-cases/users/create-setup-link.js'
import { InviteUser } from './use-cases/users/invite-user.js'
import { ListAudit } from './use-cases/users/list-audit.js'
import { ListAccountUsers, ListUsers, ReadUser } from './use-cases/users/list-users.js'
import { ReadLink } from './use-cases/users/read-link.js'
import { ReadSessionView } from './use-cases/users/read-session-view.js'
import { ResetPassword } from './use-cases/users/reset-password.js'
import { ListSessions, RevokeSession, RevokeSessions } from './use-cases/users/sessions.js'
import { SignInWithIdentity } from './use-cases/users/sign-in-with-identity.js'
import { ReadSignInOptions } from './use-cases/users/read-sign-in-options.js'
import { SignIn } from './use-cases/users/sign-in.js'
import { SignOut } from './use-cases/users/sign-out.js'

const { clock, ids, passwordHasher, secrets, timer, unitOfWork } = PORTS

/** The use cases of sign-in, users and the audit log: a part of `USE_CASES`. */
export const USER_USE_CASES = {
  createSetupLink: recipe(CreateSetupLink, { unitOfWork, clock, ids, secrets }),
  readLink: recipe(ReadLink, { unitOfWork, clock, secrets }),
  acceptLink: recipe(AcceptLink, { unitOfWork, clock, ids, secrets, passwordHasher }),
  signIn: recipe(SignIn, { unitOfWork, clock, timer, ids, secrets, passwordHasher }),
  authenticateSession: recipe(AuthenticateSession, { unitOfWork, clock, secrets }),
  signOut: recipe(SignOut, { unitOfWork, clock, ids }),
  readSessionView: recipe(ReadSessionView, { unitOfWork }),
  readSignInOptions: recipe(ReadSignInOptions, { unitOfWork }),
  signInWithIdentity: recipe(SignInWithIdentity, { unitOfWork, clock, ids, secrets }),
  changeOwnUser: recipe(ChangeOwnUser, { unitOfWork, clock, ids, secrets, passwordHasher }),
  listUsers: recipe(ListUsers, { unitOfWork }),
  listColleagues: recipe(ListColleagues, { unitOfWork }),
  readUser: recipe(ReadUser, { unitOfWork }),
  inviteUser: recipe(InviteUser, { unitOfWork, clock, ids, secrets }),
  resetPassword: recipe(ResetPassword, { unitOfWork, clock, ids, secrets }),
  changeUser: recipe(ChangeUser, { unitOfWork, clock, ids }),
  listAccountUsers: recipe(ListAccountUsers, { unitOfWork }),
  inviteToAccount: recipe(InviteToAccount, { unitOfWork, clock, ids, secrets }),
  changeAccountRole: recipe(ChangeAccountRole, { unitOfWork, clock, ids }),
  listSessions: recipe(ListSessions, { unitOfWork, clock }),
  revokeSession: recipe(RevokeSession, { unitOfWork, clock, ids }),
  revokeSessions: recipe(RevokeSessions, { unitOfWork, clock, ids }),
  listAudit: recipe(ListAudit, { unitOfWork }),
} as const
