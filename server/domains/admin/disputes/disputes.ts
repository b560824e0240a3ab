import { sql } from 'kysely'
import { type AdminDispute, adminDisputes, type DisputeFile } from '#contract/admin-disputes.ts'
import { people } from '#server/domains/accounts/index.ts'
import { disputeEvidence, type Evidence, payments } from '#server/domains/billing/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId } from '#server/platform/storable-text.ts'
import { route, type Route } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AdminContext } from '../context.ts'
import type { RecordContext } from '../people/read-record.ts'
import { composeEvidence, tokenOf } from './compose-evidence.ts'

type Context = AdminContext & Pick<RecordContext, 'accounts'>

const disputed = ({ db }: AdminContext) =>
  db.kysely
    .selectFrom(payments.as('p'))
    .innerJoin(people.as('owner'), 'owner.id', 'p.user_id')
    .leftJoin(disputeEvidence.as('sent'), (join) =>
      join.onRef('sent.provider', '=', 'p.provider').onRef('sent.dispute_id', '=', 'p.dispute_id'),
    )
    .leftJoin(people.as('sender'), 'sender.id', 'sent.sent_by')
    .selectAll('p')
    .select([
      'sent.requested_at',
      'sent.sent_at',
      'sent.refused',
      'sent.evidence',
      'owner.closing_at',
    ])
    .select([
      sql<string>`case when owner.closing_at is null then owner.email else '' end`.as('email'),
      sql<string>`case when sender.closing_at is null then coalesce(sender.email, '') else '' end`.as(
        'sent_by',
      ),
    ])
    .where('p.dispute_id', 'is not', null)
    .where('p.dispute_status', 'is not', null)

type Row = Awaited<ReturnType<ReturnType<typeof disputed>['executeTakeFirstOrThrow']>>

const present = (row: Row): AdminDispute => ({
  id: row.id,
  user: row.user_id,
  email: row.email,
  number: row.number,
  amount: row.amount,
  currency: row.currency,
  status: row.dispute_status ?? 'open',
  paid_at: row.paid_at?.toISOString() ?? null,
  evidence: row.requested_at && {
    requested_at: row.requested_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    sent_by: row.sent_by,
    refused: row.refused,
  },
})

async function find(context: AdminContext, id: string): Promise<Row> {
  const row = isId(id) ? await disputed(context).where('p.id', '=', id).executeTakeFirst() : null
  if (!row) throw notFound()
  return row
}

/** Tells whether the evidence that was sent stands; evidence that the provider refused may be sent again. */
const isSent = (row: Row): boolean => row.requested_at !== null && row.refused === null

/** The evidence as it would be sent now. */
const compose = (context: Context, row: Row): Promise<Evidence> =>
  composeEvidence(context, { payment: row, isDeleted: row.closing_at !== null })

const fieldsOf = (evidence: Evidence): DisputeFile['evidence'] =>
  Object.entries(evidence).map(([field, text]) => ({ field, text }))

/** A disputed payment with the evidence that was sent, else with that which would be. @throws {AppError} `not_found` */
async function readDispute(context: Context, id: string): Promise<DisputeFile> {
  const row = await find(context, id)
  const remote = await context.billing.readDispute(id)
  const evidence = isSent(row) ? (row.evidence ?? {}) : await compose(context, row)
  return {
    dispute: present(row),
    reason: remote?.reason ?? null,
    due_at: remote?.dueAt?.toISOString() ?? null,
    answerable: remote?.isAnswerable === true && row.dispute_status === 'open',
    evidence: fieldsOf(evidence),
    token: isSent(row) ? null : tokenOf(evidence),
  }
}

interface SubmitInput {
  actorId: string
  id: string
  token: string
  note?: string | undefined
}

/**
 * Sends what was read before, with a note of a person's own, and writes down who did.
 * @throws {AppError} `not_found`; `conflict` where it would be other evidence, or some was sent; the provider's
 */
async function submit(
  context: Context,
  { actorId, id, token, note }: SubmitInput,
): Promise<DisputeFile> {
  const row = await find(context, id)
  const own = note === undefined || note === '' ? {} : { uncategorized_text: note }
  const isAgain = isSent(row)
  const { uncategorized_text: _note, ...sent } = row.evidence ?? {}
  const evidence = isAgain ? sent : await compose(context, row)
  if (tokenOf(evidence) !== token) {
    throw isAgain
      ? userError('conflict', t('billing.evidenceSent'))
      : userError('conflict', t('console.readEvidenceAgain'))
  }
  await context.billing.submitEvidence({
    paymentId: id,
    evidence: { ...evidence, ...own },
    sentBy: actorId,
    onRequested: (tx) =>
      recordAuditEvent(tx, {
        actorId,
        action: 'dispute_evidence_sent',
        userId: row.user_id,
        subject: `payment ${id}`,
        reason: note ?? null,
      }),
  })
  return readDispute(context, id)
}

/** One page, newest first. @throws {AppError} `invalid` for a cursor that is none */
async function listDisputes(
  context: AdminContext,
  query: KeysetQuery,
): Promise<{ next: string | null; previous: string | null; results: AdminDispute[] }> {
  const { path } = adminDisputes.list
  const { items, ...links } = await readPage(disputed(context), {
    id: 'p.id',
    path,
    query,
    usually: 50,
  })
  return { ...links, results: items.map(present) }
}

/** admin/disputes/ */
export function disputeRoutes(context: Context): Route[] {
  return [
    route(adminDisputes.list, ({ query }) => listDisputes(context, query)),
    route(adminDisputes.read, ({ params }) => readDispute(context, params.id)),
    route(adminDisputes.submit, ({ caller, params, body }) =>
      submit(context, { actorId: caller.userId, id: params.id, ...body }),
    ),
  ]
}
