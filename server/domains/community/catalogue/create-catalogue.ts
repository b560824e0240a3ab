import type { EngineRegistry } from '#server/engines/spec/index.ts'
import type { Db, Tx } from '#server/platform/db/index.ts'
import type { AuditPublication } from '../publication.ts'
import { missingControlnets, publishControlnet } from './controlnets.ts'
import { deleteVersion, invalidVersions } from './invalid-versions.ts'

interface Listed {
  id: string
  name: string
  reason: string
}

/** What administrators do with the models of explore. */
export interface Catalogue {
  /** Controls of the engines that explore does not show. */
  missingControlnets(): Promise<Listed[]>
  /** @returns why it was left, or null */
  publishControlnet(tx: Tx, id: string): Promise<string | null>
  /** Versions with which nothing can be done here. */
  invalidVersions(): Promise<Listed[]>
  /** Deletes one that is still invalid for the same reason. @returns why it was left, or null */
  deleteVersion(
    tx: Tx,
    version: { id: string; reason: string; actorId: string },
  ): Promise<string | null>
}

export function createCatalogue(deps: {
  db: Db
  engines: EngineRegistry
  audit: AuditPublication
}): Catalogue {
  const { db, engines } = deps
  return {
    missingControlnets: () => missingControlnets(db.kysely, engines),
    publishControlnet: (tx, id) => publishControlnet(tx, engines, id),
    invalidVersions: () => invalidVersions(db.kysely, engines),
    deleteVersion: (tx, version) => deleteVersion(tx, deps, version),
  }
}
