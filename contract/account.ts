import { z } from 'zod'
import { ExportedKey } from './api-keys.ts'
import { AccountLimit } from './account-limits.ts'
import { OwnLimits } from './own-limits.ts'
import { Ban } from './admin-people.ts'
import { BillingState, MailChoice } from './billing.ts'
import { Withdrawal } from './withdrawals.ts'
import { EmailAddress } from './accounts.ts'
import { KeptAgeStatement } from './age-statements.ts'
import { ExportedCommunity } from './community.ts'
import { Detail, Id, IdParams, Nothing, Timestamp } from './common.ts'
import { GivenConsent } from './consents.ts'
import { CreditEntry, CreditLot } from './credits.ts'
import { endpoint } from './endpoint.ts'
import { HeadshotRun } from './headshot-runs.ts'
import { Job } from './inference-jobs.ts'
import { ExportedInvitation } from './invitations.ts'
import { ExportedText } from './legal-texts.ts'
import { LoraTraining } from './lora-trainings.ts'
import { ExportedShare } from './model-shares.ts'
import { Proposal } from './proposals.ts'
import { PackDetail, PackRun } from './packs.ts'
import { ExportedTrial } from './trials.ts'
import { UploadedImage } from './uploaded-images.ts'
import { EditorProjectDetail } from './editor-projects.ts'
import { Passkey } from './passkeys.ts'
import { SecondFactorState } from './second-factor.ts'
import { TicketDetail } from './support.ts'
import { ExportedReferrals } from './referrals.ts'
import { Preset } from './presets.ts'
import { PLAN_NAMES } from './values/users.ts'
import { GridSummary } from './grids.ts'
import { WildcardListDetail } from './wildcards.ts'
import { ExportedWebhook } from './webhooks.ts'
import * as routes from './routes.ts'

/** One place where a person is signed in. */
export const Session = z.object({
  id: Id,
  created_at: Timestamp,
  /** To the hour. */
  last_used_at: Timestamp,
  expires_at: Timestamp,
  /** The header User-Agent of the browser; null when it sent none. */
  user_agent: z.string().nullable(),
  /** The session of this call. */
  is_current: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** How a person shows that the account is theirs before it is changed or deleted. */
const Confirmation = z.object({
  /** `sign_in`: there is no password, so one has to have signed in within the last ten minutes. */
  confirm_with: z.enum(['password', 'sign_in']),
  signed_in_recently: z.boolean(),
})
export type Confirmation = z.infer<typeof Confirmation>

export const EmailSettings = Confirmation.extend({
  email: z.string(),
  /** The new address, while the link that was mailed there has not been opened. */
  waiting: z.string().nullable(),
})
export type EmailSettings = z.infer<typeof EmailSettings>

/** All that is stored about one person. Pictures are links, which work for a day at least. */
export const AccountExport = z.object({
  exported_at: Timestamp,
  profile: z.object({
    id: Id,
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email_verified: z.boolean(),
    created_at: Timestamp,
    language: z.string().nullable(),
    time_zone: z.string().nullable(),
    /** The last visit, to the day. */
    last_seen_at: Timestamp,
  }),
  sign_in: z.object({
    password: z.boolean(),
    google: z.boolean(),
    facebook: z.boolean(),
    second_factor: SecondFactorState,
    passkeys: z.array(Passkey),
  }),
  sessions: z.array(Session.omit({ id: true, is_current: true })),
  bans: z.array(Ban.omit({ user: true })),
  /** Limits of the account, also those that were lifted. */
  limits: z.array(AccountLimit.omit({ user: true })),
  /** Limits in the place of those of the plan; null: none. */
  own_limits: OwnLimits.nullable(),
  /** The invitation that the account was opened with, and those that its owner made. */
  invitations: z.array(ExportedInvitation),
  /** Legal texts that the person agreed to when the account was opened. */
  legal_texts: z.array(ExportedText),
  /** Browsers that have logged in, each known by a cookie. */
  devices: z.array(Session.pick({ created_at: true, last_used_at: true })),
  mails: MailChoice,
  /** Mails that come once, such as the welcome, and when they went out. */
  mails_sent: z.array(z.object({ kind: z.string(), sent_at: Timestamp.nullable() })),
  /** Announcements that the person closed. */
  announcements: z.array(z.object({ announcement: Id, dismissed_at: Timestamp })),
  billing: BillingState,
  /** Withdrawals from purchases that have begun. */
  withdrawals: z.array(Withdrawal),
  /** How the payment provider rated the risk of payments. */
  payment_risks: z.array(
    z.object({
      payment: Id,
      risk_level: z.string().nullable(),
      risk_score: z.number().int().nullable(),
      outcome: z.string().nullable(),
      /** Whether a code made from the card is kept. */
      card_known: z.boolean(),
    }),
  ),
  /** Evidence that was sent to the payment provider about disputed payments. */
  dispute_evidence: z.array(
    z.object({
      payment: Id,
      evidence: z.record(z.string(), z.string()),
      requested_at: Timestamp,
    }),
  ),
  referrals: ExportedReferrals,
  /** Network addresses that the account was seen at, kept as keyed hashes for 90 days: only their times can be shown. */
  network_addresses: z.array(z.object({ first_seen_at: Timestamp, last_seen_at: Timestamp })),
  /** Decisions of the team about accounts that share something with this one. */
  linked_account_decisions: z.array(
    z.object({
      kind: z.enum(['limited', 'fine']),
      decided_at: Timestamp,
      undone_at: Timestamp.nullable(),
    }),
  ),
  credits: z.object({
    balance: z.number().int(),
    held: z.number().int(),
    lots: z.array(CreditLot),
  }),
  statement: z.array(CreditEntry),
  /** All jobs, also those that made nothing. */
  jobs: z.array(Job),
  uploads: z.array(UploadedImage),
  /** Photos that were tried without an account and then claimed, of the last days. */
  trials: z.array(ExportedTrial),
  /** Projects of the image editor, with the addresses of their files. */
  editor_projects: z.array(EditorProjectDetail),
  /** Studios, with their photos. */
  trainings: z.array(LoraTraining),
  /** Own models that are or were shared, and those of others. */
  model_shares: z.array(ExportedShare),
  /** Sets of headshots. */
  headshots: z.array(HeadshotRun),
  /** Proposals of the last week. */
  proposals: z.array(Proposal),
  /** What grids were asked for; their images are those of jobs. */
  grids: z.array(GridSummary),
  /** Lists that prompts draw words from. */
  wildcards: z.array(WildcardListDetail),
  /** Settings of the create page under a name. */
  presets: z.array(Preset),
  /** The pinned ones among past prompts, which are kept apart from their jobs. */
  pinned_prompts: z.array(z.string()),
  packs: z.array(PackDetail),
  pack_runs: z.array(PackRun),
  /** Consents apart from the terms, with those that were withdrawn. */
  consents: z.array(GivenConsent),
  /** Age statements the user made about people in photos and studios. */
  age_statements: z.array(KeptAgeStatement),
  /** API keys, without the keys themselves. */
  api_keys: z.array(ExportedKey),
  /** Webhook endpoints with their latest messages, without the secrets. */
  webhook_endpoints: z.array(ExportedWebhook),
  /** Support tickets with their messages. */
  tickets: z.array(TicketDetail),
  /** Staff notes about the person. */
  notes: z.array(z.object({ text: z.string(), created_at: Timestamp })),
  /** Images and models that the person published. */
  community: ExportedCommunity,
})
export type AccountExport = z.infer<typeof AccountExport>

/** What deleting the account takes, and what it ends. */
export const AccountDeletion = Confirmation.extend({
  plan: z.enum(PLAN_NAMES),
  credits: z.number().int(),
  /** How many of them were bought in packs. */
  credits_bought: z.number().int(),
  pictures: z.number().int(),
  uploads: z.number().int(),
  running_jobs: z.number().int(),
})
export type AccountDeletion = z.infer<typeof AccountDeletion>

export const account = {
  export: endpoint({
    ...routes.account.export,
    access: 'session',
    summary: 'Everything that is stored about the logged-in person, as one file',
    download: 'application/json',
    response: AccountExport,
  }),
  deletion: endpoint({
    ...routes.account.deletion,
    access: 'session',
    summary: 'What deleting the account ends and loses, and how it is confirmed',
    response: AccountDeletion,
  }),
  sessions: endpoint({
    ...routes.account.sessions,
    access: 'session',
    summary: 'Where the person is logged in: this session first, then the latest used',
    response: z.object({ results: z.array(Session) }),
  }),
  endOtherSessions: endpoint({
    ...routes.account.endOtherSessions,
    access: 'session',
    summary: 'Log out everywhere else: ends all sessions but this one',
    response: Nothing,
  }),
  endSession: endpoint({
    ...routes.account.endSession,
    access: 'session',
    summary: 'End one session',
    params: IdParams,
    response: Nothing,
    errors: ['not_found'],
  }),
  email: endpoint({
    ...routes.account.email,
    access: 'session',
    summary:
      'The email address, the one that waits for its confirmation, and how a change is confirmed',
    response: EmailSettings,
  }),
  changeEmail: endpoint({
    ...routes.account.changeEmail,
    access: 'session',
    summary:
      'Ask for another email address: it counts once the link that is sent there is opened, and the present address is told. Confirmed by the password, or by a fresh login where there is none',
    body: z.strictObject({ email: EmailAddress, password: z.string().min(1).max(128).optional() }),
    response: Detail,
    errors: ['permission_denied', 'throttled'],
  }),
  setLanguage: endpoint({
    ...routes.account.setLanguage,
    access: 'user',
    summary: 'Choose the language of emails, and of pages whose address names none',
    body: z.strictObject({ language: z.string().max(10) }),
    response: z.object({ language: z.string() }),
  }),
  setTimeZone: endpoint({
    ...routes.account.setTimeZone,
    access: 'user',
    summary:
      'Tell the time zone by its IANA name: days of the library are counted in it. What has to do with money stays in UTC',
    body: z.strictObject({ time_zone: z.string().min(1).max(60) }),
    response: z.object({ time_zone: z.string() }),
  }),
  remove: endpoint({
    ...routes.account.remove,
    access: 'session',
    summary:
      'Delete the account for good: plan, sessions, images and credits end at once. Confirmed by the password, or by a fresh login where there is none',
    body: z.strictObject({ password: z.string().min(1).max(128).optional() }).optional(),
    response: Nothing,
    errors: ['permission_denied', 'throttled'],
  }),
}
