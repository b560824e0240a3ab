import type { EngineRegistry, FoundImageModel } from '#server/engines/spec/index.ts'
import type { Library } from '#server/domains/library/index.ts'
import type { Moderation } from '#server/domains/moderation/index.ts'
import type { Db, Tx } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'

/** Changes of images of the site, for the log. */
export interface SitePictureAct {
  actorId: string
  action: 'site_picture_changed' | 'site_pictures_redrawn'
  subject: string
  data: Record<string, unknown>
}

export interface SitePicturesDeps {
  db: Db
  engines: EngineRegistry
  /** The model that draws where none is named; undefined while none is ready. */
  bestModel(): Promise<FoundImageModel | undefined>
  library: Pick<Library, 'readPublicCopy'>
  moderation: Pick<Moderation, 'judgePicture'>
  /** Whether people see a face in a file. @throws {Error} where it could not be known */
  seesFace(file: Uint8Array): Promise<boolean>
  /** Adds to what an engine cost today. @param cost millionths of a US dollar */
  recordCost(tx: Tx, engine: string, cost: number): Promise<void>
  audit(tx: Tx, act: SitePictureAct): Promise<void>
  log: Log
}
