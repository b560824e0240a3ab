import type { Db, Tx } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Mailer } from '#server/platform/mail/index.ts'
import type { Outbound } from '#server/platform/outbound-http.ts'
import type { ProofOfWork } from '#server/platform/proof-of-work.ts'
import type { RateLimiter } from '#server/platform/rate-limit.ts'
import type { PasswordCost, PasswordHasher } from './password-hasher.ts'

/** The settings that accounts need. */
export interface AccountsConfig {
  /** Who may open an account. */
  readonly registration: 'open' | 'invitation' | 'closed'
  /** Without a server, emails stay in the inbox of this installation. */
  readonly mail: { readonly smtpUrl: string | null }
  readonly publicUrl: string
  /** Languages that are offered, English first. */
  readonly languages: readonly string[]
  readonly google: {
    readonly clientId: string | null
    readonly tokenInfoUrl: string
    readonly userInfoUrl: string
  }
  readonly facebook: {
    readonly appId: string | null
    readonly appSecret: string | null
    readonly graphUrl: string
  }
  /** Opening an account, and asking for a new password, takes a proof of work. */
  readonly proofOfWork: boolean
  readonly disposableAddresses: {
    readonly refused: boolean
    /** Domains beside those of the list. */
    readonly further: readonly string[]
    /** Domains that are permanent whatever the list says. */
    readonly permanent: readonly string[]
  }
  readonly limits: {
    readonly failedLoginsPerAccount: number
    readonly failedLoginsPerIp: number
    readonly registrationsPerIp: number
  }
}

/** Somebody whose address was just confirmed, and from where. */
export interface VerifiedUser {
  userId: string
  email: string
  /** Null for somebody who was invited: it is not counted where they are. */
  ip: string | null
}

/** An account that was just opened, and by what kind of visitor. */
export interface OpenedAccount {
  userId: string
  ip: string
  /** Identity of the browser by its cookie, see devices.ts. */
  device: string | null
  /** Code that the browser kept of the link that its visitor came by; null: none. */
  referral: string | null
}

export interface AccountsDeps {
  db: Db
  mailer: Pick<Mailer, 'send'>
  limiter: RateLimiter
  work: ProofOfWork
  outbound: Outbound
  config: AccountsConfig
  /** Of passwords' hashes; default what is recommended. */
  passwordCost?: PasswordCost | undefined
  /** Key of the installation, by which secrets of authenticator apps are sealed. */
  secret: Buffer
  log: Log
  /** Runs once an account, in the transaction that opens it. */
  onAccountOpened(tx: Tx, account: OpenedAccount): Promise<void>
  /** Runs whenever a browser has signed in, or has proven to be its owner's. */
  onSignedIn(visit: { userId: string; ip: string }): Promise<void>
  /** Runs once a person, in the transaction that confirms the address. */
  onEmailVerified(tx: Tx, user: VerifiedUser): Promise<void>
  /** Runs with each limit and ban that is set or lifted, and each deletion, in the transaction that does it. */
  onStandingChanged(tx: Tx, userIds: readonly string[]): Promise<void>
  /** Runs with each change of somebody's language, in the transaction that writes it. */
  onLanguageChanged(tx: Tx, userId: string): Promise<void>
  /** Runs once an account, in the transaction that deletes it: with the address that it had. */
  onAccountClosing(tx: Tx, user: { id: string; email: string }): Promise<void>
  /** Runs once an account was deleted, for what should not wait for the sweep; that does it again where this fails. */
  afterAccountClosing(userId: string): Promise<void>
}

/** What the use cases share. */
export interface AccountsContext extends AccountsDeps {
  hasher: PasswordHasher
}
