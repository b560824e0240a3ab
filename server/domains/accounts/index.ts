export type * from './schema.ts'
import type { AccountLimit } from '#contract/account-limits.ts'
import type { Ban } from '#contract/admin-people.ts'
import type { MailChoice } from '#contract/billing.ts'
import type { Confirmation } from '#contract/account.ts'
import type { AcceptedText } from '#contract/legal-texts.ts'
import type { OwnLimits } from '#contract/own-limits.ts'
import type { Invitation } from '#contract/invitations.ts'
import type { Tx } from '#server/platform/db/index.ts'
import type { KeysetQuery } from '#server/platform/keyset.ts'
import type { Caller, Route } from '#server/platform/route.ts'
import {
  type Banned,
  banPerson,
  bansOf,
  expiredBans,
  noteStopped,
  unbanPerson,
  unfinishedBans,
} from './bans.ts'
import { limitAccounts, type Limited, limitsOf, unlimitAccount } from './limit-account.ts'
import { changePerson, type PersonChange, type PersonChanges } from './change-person.ts'
import { closePerson } from './close-person.ts'
import { type ClosingAccount, findClosingAccounts, noteAccountClosed } from './closing-accounts.ts'
import {
  type AccountDescription,
  describeAccount,
  describeConfirmation,
} from './describe-account.ts'
import {
  createUser,
  type CreateUser,
  findUser,
  setUser,
  type SetUser,
  type UserSummary,
} from './manage-users.ts'
import {
  type FirstAdministrator,
  hasAdministrator,
  openFirstAdministrator,
} from './first-administrator.ts'
import {
  createInvitation,
  type InvitationInput,
  listInvitations,
  revokeInvitation,
} from './invitations.ts'
import { ownLimitsOf, removeOwnLimits, setOwnLimits } from './own-limits.ts'
import { acceptedTextsOf } from './legal-texts.ts'
import { createPasswordHasher } from './password-hasher.ts'
import { accountRoutes } from './routes.ts'
import { readMailChoice } from './mail-choices.ts'
import { hasSecondFactor } from './second-factor/factors.ts'
import { resetSecondFactor } from './second-factor/set-up.ts'
import { accountBanned, authenticate } from './sessions.ts'
import { siteOf } from './site.ts'
import { sweepAccounts } from './sweep.ts'
import type { AccountsContext, AccountsDeps } from './types.ts'
import { closeView, type OpenedView, openView } from './views.ts'

export { accountBanned }
export { createSecret, hashSecret } from './secrets.ts'
export { findRecipient, type Recipient } from './find-recipient.ts'
export { accountLimited, isLimited, limitOf, requireUnlimited } from './limit-account.ts'
export { listAdminEmails } from './list-admins.ts'
export { ownLimitsOfUser, type OwnLimitsInput } from './own-limits.ts'
export { devices, estimatePeople, people, type Person, timeZoneOf } from './relations.ts'
export { chooseMails, readMailChoice } from './mail-choices.ts'
export { unsubscribe, unsubscribeSecret, unsubscribeToken } from './unsubscribe.ts'
export { isReferralCode, REFERRAL_COOKIE } from './referral-cookie.ts'
export { lockUnchanged, lockUser, lockUsers } from './store.ts'
export { isLocal, type PersonalSite, type Site, siteOf, siteOfUser } from './site.ts'
export type { AccountsConfig, AccountsDeps, OpenedAccount, VerifiedUser } from './types.ts'
export { type Banned, isBanned } from './bans.ts'
export type { PersonChanges } from './change-person.ts'
export type { CreateUser, SetUser, UserSummary } from './manage-users.ts'

/** People: how they register, sign in and prove their address. */
export interface Accounts {
  routes: Route[]
  /**
   * Who a session token belongs to; null when it is unknown or over.
   * @throws {AppError} `banned`
   */
  authenticate(token: string): Promise<Caller | null>
  /** @throws {AppError} `conflict` when the address has an account */
  createUser(input: CreateUser): Promise<{ id: string; email: string }>
  /** Whether somebody may use the console. */
  hasAdministrator(): Promise<boolean>
  /**
   * Opens the account of the first administrator. @param onOpened runs in the same transaction
   * @returns the key of a session; null when there is an administrator already
   * @throws {AppError} `invalid`, `conflict`
   */
  openFirstAdministrator(
    input: FirstAdministrator,
    onOpened: (tx: Tx) => Promise<void>,
  ): Promise<string | null>
  /** @throws {AppError} `not_found` */
  setUser(input: SetUser): Promise<UserSummary>
  /**
   * Bans a person in the caller's transaction. @param input.hide hides what they published
   * @throws {AppError} `not_found`, `conflict`, `permission_denied`
   */
  ban(tx: Tx, input: Parameters<typeof banPerson>[2]): Promise<Banned>
  /** Changes the name or the roles of a person, or confirms their address, in the caller's transaction. @throws {AppError} `not_found`, `conflict` */
  change(tx: Tx, userId: string, wanted: PersonChanges): Promise<PersonChange>
  /** Lets an administrator see the site as a person does, in the caller's transaction. @throws {AppError} `not_found`, `conflict` */
  openView(tx: Tx, input: Parameters<typeof openView>[2]): Promise<OpenedView>
  /** Ends that before its time. @throws {AppError} `conflict` */
  closeView: typeof closeView
  /** Lifts a ban in the caller's transaction. @throws {AppError} `not_found`, `conflict` */
  unban(tx: Tx, userId: string): Promise<Banned>
  /** Deletes the account of somebody else. @throws {AppError} `not_found`, `invalid`, `permission_denied` */
  close(input: Parameters<typeof closePerson>[1]): Promise<void>
  /** Keeps people from ordering, publishing and buying, in the caller's transaction. @throws {AppError} `not_found`, `conflict`, `permission_denied` */
  limit(tx: Tx, input: { userIds: readonly string[]; reason: string }): Promise<Limited[]>
  /** Ends that, in the caller's transaction. @throws {AppError} `not_found`, `conflict` */
  unlimit(tx: Tx, userId: string): Promise<Limited>
  /** Everything that a person was limited for, the oldest first. */
  limitsOf(userId: string): Promise<AccountLimit[]>
  /** Sets the own limits of a person, in the caller's transaction. @throws {AppError} `not_found`, `invalid`, `conflict`, `permission_denied` */
  setOwnLimits: typeof setOwnLimits
  /** Puts a person back to the limits of their plan, in the caller's transaction. @throws {AppError} `not_found`, `conflict` */
  removeOwnLimits: typeof removeOwnLimits
  /** Limits of a person in the place of those of their plan; null: none. */
  ownLimitsOf(userId: string): Promise<OwnLimits | null>
  /** Everything that a person was banned for, the oldest first. */
  bansOf(userId: string): Promise<Ban[]>
  /** People whose ban has run out. */
  findExpiredBans(): Promise<string[]>
  /** Bans after which what runs was not stopped yet. */
  findUnfinishedBans(): Promise<{ id: string; user_id: string }[]>
  noteBanStopped(banId: string): Promise<void>
  findUserByEmail(email: string): Promise<UserSummary | null>
  /** What is known here about a person, for the person. @throws {AppError} `not_found` */
  describe(userId: string): Promise<AccountDescription>
  describeConfirmation(caller: Caller): Promise<Confirmation>
  /** Which mails a person wants of those that one can do without. */
  mailChoiceOf(userId: string): Promise<MailChoice>
  /** One page of all invitations, newest first. @throws {AppError} `invalid` for a cursor that is none */
  listInvitations(query: KeysetQuery): ReturnType<typeof listInvitations>
  /** Makes an invitation to the site at a host, in the caller's transaction. */
  invite(tx: Tx, input: InvitationInput & { host: string }): Promise<Invitation & { link: string }>
  /** Withdraws an invitation in the caller's transaction. @throws {AppError} `not_found`, `conflict` */
  revokeInvitation(tx: Tx, id: string): Promise<void>
  /** Legal texts that a person agreed to, the oldest first. */
  acceptedTextsOf(userId: string): Promise<AcceptedText[]>
  /** Whether a login of a person asks for a second factor. */
  hasSecondFactor(userId: string): Promise<boolean>
  /** Takes the second factor from a person, in the caller's transaction; they get an email. @throws {AppError} `not_found`, `conflict` */
  resetSecondFactor(tx: Tx, userId: string): Promise<void>
  /** Deleted accounts from which things are still to be removed, oldest first. */
  findClosing(): Promise<ClosingAccount[]>
  noteClosed(userId: string): Promise<void>
  /** Deletes expired sessions and links; for the cron role. */
  sweep(): Promise<void>
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const context: AccountsContext = {
    ...deps,
    hasher: createPasswordHasher({ cost: deps.passwordCost }),
  }
  return {
    routes: accountRoutes(context),
    authenticate: (token) => authenticate(deps.db, token),
    createUser: (input) => createUser(context, input),
    hasAdministrator: () => hasAdministrator(deps.db.kysely),
    openFirstAdministrator: (input, onOpened) => openFirstAdministrator(context, input, onOpened),
    setUser: (input) => setUser(context, input),
    ban: (tx, input) => banPerson(context, tx, input),
    change: (tx, userId, wanted) => changePerson(context, tx, userId, wanted),
    openView: (tx, input) => openView(context, tx, input),
    closeView,
    unban: (tx, userId) => unbanPerson(context, tx, userId),
    close: (input) => closePerson(context, input),
    limit: (tx, input) => limitAccounts(context, tx, input),
    unlimit: (tx, userId) => unlimitAccount(context, tx, userId),
    limitsOf: (userId) => limitsOf(deps.db.kysely, userId),
    setOwnLimits,
    removeOwnLimits,
    ownLimitsOf: (userId) => ownLimitsOf(deps.db.kysely, userId),
    bansOf: (userId) => bansOf(deps.db.kysely, userId),
    findExpiredBans: () => expiredBans(deps.db.kysely),
    findUnfinishedBans: () => unfinishedBans(deps.db.kysely),
    noteBanStopped: (banId) => noteStopped(deps.db.kysely, banId),
    findUserByEmail: (email) => findUser(context, email),
    describe: (userId) => describeAccount(deps.db, userId),
    mailChoiceOf: (userId) => readMailChoice(deps.db.kysely, userId),
    describeConfirmation: (caller) => describeConfirmation(deps.db, caller),
    listInvitations: (query) => listInvitations(deps.db.kysely, query),
    invite: (tx, { host, ...input }) =>
      createInvitation(tx, input, siteOf(host, deps.config.publicUrl).origin),
    revokeInvitation,
    acceptedTextsOf: (userId) => acceptedTextsOf(deps.db.kysely, userId),
    hasSecondFactor: (userId) => hasSecondFactor(deps.db.kysely, userId),
    resetSecondFactor: (tx, userId) => resetSecondFactor(context, tx, userId),
    findClosing: () => findClosingAccounts(deps.db),
    noteClosed: (userId) => noteAccountClosed(deps.db, userId),
    sweep: () => sweepAccounts(deps.db),
  }
}
