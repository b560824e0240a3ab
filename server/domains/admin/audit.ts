import type { AuditEntry } from '#contract/admin.ts'
import { people } from '#server/domains/accounts/index.ts'
import type { ClusterAct } from '#server/domains/clusters/index.ts'
import type { AuditPublication, AuditReport } from '#server/domains/community/index.ts'
import type { EngineAct } from '#server/domains/engines/index.ts'
import type { InstallationAct } from '#server/domains/installation/index.ts'
import type { PackAct } from '#server/domains/packs/index.ts'
import type { SitePictureAct } from '#server/domains/site-pictures/index.ts'
import type { ShareAct, ShowcaseAct } from '#server/domains/studios/index.ts'
import type { TicketAct } from '#server/domains/support/index.ts'
import { admin } from '#contract/admin.ts'
import type { Db, Reader, Tx } from '#server/platform/db/index.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId, isStorableText, likePattern } from '#server/platform/storable-text.ts'

/** Acts besides those of domains that have a list of their own. */
type OtherAct =
  | 'adjustment_requested'
  | 'adjustment_done'
  | 'adjustment_refused'
  | 'case_resolved'
  | 'refund_requested'
  | 'dispute_evidence_sent'
  | 'plan_requested'
  | 'plan_given'
  | 'plan_refused'
  | 'person_changed'
  | 'person_banned'
  | 'person_unbanned'
  | 'person_deleted'
  | 'own_limits_set'
  | 'own_limits_removed'
  | 'second_factor_reset'
  | 'invitation_made'
  | 'invitation_revoked'
  | 'person_viewed'
  | 'person_view_closed'
  | 'controlnet_published'
  | 'model_version_deleted'
  | 'set_aside_tried_again'
  | 'promotion_made'
  | 'promotion_ended'
  | 'mail_changed'
  | 'announcement_made'
  | 'announcement_changed'
  | 'announcement_ended'
  | 'forgiving_requested'
  | 'debt_forgiven'
  | 'forgiving_refused'
  | 'backup_made'

export interface AuditEvent {
  /** Null: the operator at the command line. */
  actorId: string | null
  action:
    | OtherAct
    | ClusterAct['action']
    | EngineAct['action']
    | InstallationAct['action']
    | PackAct['action']
    | ShareAct['action']
    | ShowcaseAct['action']
    | SitePictureAct['action']
    | TicketAct['action']
    | Parameters<AuditReport>[1]['action']
    | `publication_${Parameters<AuditPublication>[1]['to']}`
  userId?: string | null
  subject: string | null
  reason?: string | null
  data?: Record<string, unknown>
}

/** Writes down who did what, in the transaction that does it. */
export async function recordAuditEvent(tx: Tx, event: AuditEvent): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      actor_id: event.actorId,
      action: event.action,
      user_id: event.userId ?? null,
      subject: event.subject,
      reason: event.reason ?? null,
      data: JSON.stringify(event.data ?? {}),
    })
    .execute()
}

/** When something of a kind was done last; null: never. */
export async function lastEventOf(
  reader: Reader,
  action: AuditEvent['action'],
): Promise<Date | null> {
  const row = await reader
    .selectFrom('audit_log')
    .select('created_at')
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

export interface AuditQuery extends KeysetQuery {
  user?: string | undefined
  action?: string | undefined
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** One page of the log, newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listAuditEvents(
  db: Db,
  query: AuditQuery,
): Promise<{ next: string | null; previous: string | null; results: AuditEntry[] }> {
  const search = query.search?.trim()
  const texts = [search, query.action]
  const isReadable = texts.every((text) => text === undefined || isStorableText(text))
  if (!isReadable || (query.user !== undefined && !isId(query.user)))
    return { next: null, previous: null, results: [] }
  let rows = db.kysely
    .selectFrom('audit_log as event')
    .leftJoin(people.as('actor'), 'actor.id', 'event.actor_id')
    .leftJoin(people.as('person'), 'person.id', 'event.user_id')
    .selectAll('event')
    .select(['actor.email as actor', 'person.email as person', 'person.closing_at'])
  if (query.user !== undefined) rows = rows.where('event.user_id', '=', query.user)
  if (query.from !== undefined) rows = rows.where('event.created_at', '>=', new Date(query.from))
  if (query.to !== undefined) rows = rows.where('event.created_at', '<', new Date(query.to))
  if (query.action) rows = rows.where('event.action', '=', query.action)
  if (search) {
    const pattern = likePattern(search)
    rows = rows.where((where) =>
      where.or([where('actor.email', 'ilike', pattern), where('person.email', 'ilike', pattern)]),
    )
  }
  const { path } = admin.audit
  const { items, ...links } = await readPage(rows, { id: 'event.id', path, query, usually: 50 })
  return {
    ...links,
    results: items.map((event) => ({
      id: event.id,
      actor: event.actor ?? 'operator',
      action: event.action,
      user: event.user_id,
      email: event.closing_at === null ? event.person : null,
      subject: event.subject,
      reason: event.reason,
      data: event.data as Record<string, unknown>,
      created_at: event.created_at.toISOString(),
    })),
  }
}
