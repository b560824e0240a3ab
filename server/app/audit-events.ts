import { recordAuditEvent } from '#server/domains/admin/index.ts'
import type { ClusterAct } from '#server/domains/clusters/index.ts'
import type { AuditPublication } from '#server/domains/community/index.ts'
import type { ShareAct } from '#server/domains/studios/index.ts'
import type { Tx } from '#server/platform/db/index.ts'

/** Writes down what becomes of something that is published. */
export const auditPublication: AuditPublication = (tx, { actorId, kind, id, to, reason }) =>
  recordAuditEvent(tx, {
    actorId,
    action: `publication_${to}`,
    subject: id,
    reason,
    data: { kind },
  })

/** Writes down what an administrator does with each account of a cluster. */
export const auditCluster = (tx: Tx, { decision, ...act }: ClusterAct): Promise<void> =>
  recordAuditEvent(tx, { ...act, data: { decision } })

/** Writes down what becomes of a model that is shared with one other person. */
export const auditShare = (tx: Tx, { actorId, action, share }: ShareAct): Promise<void> =>
  recordAuditEvent(tx, {
    actorId,
    action,
    userId: share.guest_id,
    subject: share.lora_training_id,
    reason: share.ended_by,
    data: { share: share.id },
  })
