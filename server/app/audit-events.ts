import { recordAuditEvent } from '#server/domains/admin/index.ts'
import type { ClusterAct } from '#server/domains/clusters/index.ts'
import type { AuditPublication, AuditReport } from '#server/domains/community/index.ts'
import type { EngineAct } from '#server/domains/engines/index.ts'
import type { InstallationAct } from '#server/domains/installation/index.ts'
import type { PackAct } from '#server/domains/packs/index.ts'
import type { SitePictureAct } from '#server/domains/site-pictures/index.ts'
import type { ShareAct, ShowcaseAct } from '#server/domains/studios/index.ts'
import type { TicketAct } from '#server/domains/support/index.ts'
import type { Tx } from '#server/platform/db/index.ts'

interface WordsAct {
  actorId: string
  action: 'mail_changed' | 'announcement_made' | 'announcement_changed' | 'announcement_ended'
  subject: string
  data: Record<string, unknown>
}

/** Writes down what becomes of something that is published. */
export const auditPublication: AuditPublication = (tx, { actorId, kind, id, to, reason }) =>
  recordAuditEvent(tx, {
    actorId,
    action: `publication_${to}`,
    userId: null,
    subject: id,
    reason,
    data: { kind },
  })

/** Writes down what an administrator does with each account of a cluster. */
export const auditCluster = (tx: Tx, { decision, ...act }: ClusterAct): Promise<void> =>
  recordAuditEvent(tx, { ...act, data: { decision } })

/** Writes down what becomes of a report. */
export const auditReport: AuditReport = (tx, event) =>
  recordAuditEvent(tx, { ...event, userId: null })

/** Writes down what becomes of a model that is shared with one other person. */
const auditShare = (tx: Tx, { actorId, action, share }: ShareAct): Promise<void> =>
  recordAuditEvent(tx, {
    actorId,
    action,
    userId: share.guest_id,
    subject: share.lora_training_id,
    reason: share.ended_by,
    data: { share: share.id },
  })

/** Writes down what an administrator wrote to customers. */
export const auditWords = (tx: Tx, act: WordsAct): Promise<void> =>
  recordAuditEvent(tx, { ...act, userId: null, reason: null })

/** Writes down what an administrator does with a published pack. */
export const auditPack = (tx: Tx, act: PackAct): Promise<void> =>
  recordAuditEvent(tx, { ...act, userId: null, reason: null })

/** Writes down what an administrator does with a public studio. */
const auditShowcase = (tx: Tx, act: ShowcaseAct): Promise<void> =>
  recordAuditEvent(tx, { ...act, userId: null, reason: null })

export const studioAudits = { audit: auditShare, auditShowcase }

/** Writes down what an administrator does with images of the site. */
export const auditSitePicture = (tx: Tx, act: SitePictureAct): Promise<void> =>
  recordAuditEvent(tx, { ...act, userId: null, reason: null })

/** Writes down what the team does with a ticket. */
export const auditTicket = (tx: Tx, act: TicketAct): Promise<void> =>
  recordAuditEvent(tx, { ...act, reason: null })

/** Writes down what an administrator changed of the installation and its engines. */
export const auditInstallation = (tx: Tx, act: InstallationAct | EngineAct): Promise<void> =>
  recordAuditEvent(tx, { ...act, userId: null, reason: null })
