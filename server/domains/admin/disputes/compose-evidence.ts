import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Accounts } from '#server/domains/accounts/index.ts'
import type { Billing, Evidence, Payment } from '#server/domains/billing/index.ts'
import { creditLots } from '#server/domains/credits/index.ts'
import { images, jobs } from '#server/domains/jobs/index.ts'
import type { Db } from '#server/platform/db/index.ts'

/** Lines of the log; the provider takes 20,000 characters. */
const MOST_DELIVERIES = 120
const MOST_VISITS = 20

export interface EvidenceContext {
  db: Db
  accounts: Pick<Accounts, 'describe'>
  billing: Pick<Billing, 'checkoutTermsOf'>
}

/** To the minute, in UTC. */
const timeOf = (at: Date | string): string =>
  `${(typeof at === 'string' ? at : at.toISOString()).slice(0, 16).replace('T', ' ')} UTC`

interface Delivery {
  id: string
  type: string
  finished_at: Date
  delivered: number
}

/** Jobs after the payment that delivered something, the newest first. */
async function findDeliveries({ db }: EvidenceContext, payment: Payment): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select job.id, job.type, job.finished_at, count(*)::integer as delivered
    from ${jobs} job join ${images} image on image.job_id = job.id and image.status = 'S'
    where job.user_id = ${payment.user_id} and job.created_at >= ${payment.paid_at ?? payment.created_at}
      and job.finished_at is not null
    group by job.id, job.type, job.finished_at
    order by job.finished_at desc limit ${MOST_DELIVERIES}`.execute(db.kysely)
  return rows
}

/** Credits of a payment that were spent. */
async function countSpent({ db }: EvidenceContext, payment: Payment) {
  const { rows } = await sql<{ granted: number; spent: number }>`
    select coalesce(sum(granted), 0)::integer as granted, coalesce(sum(captured), 0)::integer as spent
    from ${creditLots} lot
    where lot.user_id = ${payment.user_id} and lot.payment = ${payment.external_id}`.execute(
    db.kysely,
  )
  return rows[0]!
}

const nameOf = ({ kind, plan, period, credits }: Payment): string => {
  if (kind === 'pack') return `${credits.toLocaleString('en-US')} credits`
  return kind === 'headshots' ? 'a set of headshots' : `the plan ${plan ?? ''}, ${period ?? ''}`
}

/** Describes the purchase, how much of it was used, and where its receipt is. */
async function describeProduct(context: EvidenceContext, payment: Payment): Promise<string> {
  const { granted, spent } = await countSpent(context, payment)
  return [
    `Digital service: images made by software on demand. This payment bought ${nameOf(payment)}, available at once after the payment.`,
    granted > 0 &&
      `The payment granted ${granted} credits; ${spent} of them were spent on images that were delivered.`,
    payment.number !== null && `Receipt ${payment.number} was sent by email on the day.`,
    payment.url !== null && `Receipt: ${payment.url}`,
  ]
    .filter(Boolean)
    .join('\n')
}

type Account = Awaited<ReturnType<Accounts['describe']>>

/** When the account was opened, logged in to and used. */
async function describeActivity(
  context: EvidenceContext,
  { payment, account }: { payment: Payment; account: Account },
): Promise<string> {
  const { profile, sessions, devices } = account
  const deliveries = await findDeliveries(context, payment)
  return [
    `${timeOf(profile.created_at)}: the account was opened with the email address ${profile.email}${profile.email_verified ? ', which its owner confirmed by a link' : ''}.`,
    ...devices
      .slice(-MOST_VISITS)
      .map(
        (one) =>
          `${timeOf(one.created_at)}: a browser logged in for the first time; last on ${timeOf(one.last_used_at)}.`,
      ),
    ...sessions
      .slice(-MOST_VISITS)
      .map(
        (one) =>
          `${timeOf(one.created_at)}: a session began (${(one.user_agent ?? 'unknown browser').slice(0, 120)}), last used ${timeOf(one.last_used_at)}.`,
      ),
    `${timeOf(payment.paid_at ?? payment.created_at)}: the payment.`,
    ...deliveries
      .toReversed()
      .map(
        ({ id, type, finished_at: at, delivered }) =>
          `${timeOf(at)}: job ${id} (${type}) delivered ${delivered}.`,
      ),
    deliveries.length === 0 && 'Nothing was delivered after the payment.',
  ]
    .filter(Boolean)
    .join('\n')
}

/** Which terms the buyer accepted, and what stood beside the button that pays. @param account null: it was deleted */
async function describeTerms(
  { billing }: EvidenceContext,
  { payment, account }: { payment: Payment; account: Account | null },
): Promise<string | null> {
  const shown = await billing.checkoutTermsOf(payment.id)
  const lines = (account?.legal_texts ?? []).map(
    ({ kind, version, accepted_at: at }) =>
      `${timeOf(at)}: the buyer accepted the ${kind === 'terms' ? 'terms of service' : 'privacy policy'}, version ${version}.`,
  )
  if (shown)
    lines.push(
      `${timeOf(shown.at)}: beside the button that pays stood that the service begins at once, and that the buyer may withdraw within 14 days and gets the unspent share back (wording ${shown.version}).`,
    )
  return lines.length === 0 ? null : lines.join('\n')
}

/** Collects the evidence that only the buyer's account holds. */
async function describeBuyer(
  context: EvidenceContext,
  { payment, account }: { payment: Payment; account: Account },
): Promise<Evidence> {
  const { email, first_name: first, last_name: last } = account.profile
  return {
    customer_name: `${first} ${last}`.trim(),
    customer_email_address: email,
    access_activity_log: await describeActivity(context, { payment, account }),
  }
}

/**
 * Collects the evidence that we have in favor of a payment, in the provider's fields.
 * @param isDeleted the buyer's account was: then the evidence comes from the payment alone
 */
export async function composeEvidence(
  context: EvidenceContext,
  { payment, isDeleted }: { payment: Payment; isDeleted: boolean },
): Promise<Evidence> {
  const account = isDeleted ? null : await context.accounts.describe(payment.user_id)
  const terms = await describeTerms(context, { payment, account })
  return {
    ...(account && (await describeBuyer(context, { payment, account }))),
    product_description: await describeProduct(context, payment),
    service_date: (payment.paid_at ?? payment.created_at).toISOString().slice(0, 10),
    ...(terms !== null && { refund_policy_disclosure: terms }),
  }
}

/** Names a piece of evidence: another one has another. */
export const tokenOf = (evidence: Evidence): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(evidence).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')
