import type { Billing } from '#server/domains/billing/index.ts'
import type { Making } from '#server/domains/jobs/index.ts'
import type { Media } from '#server/domains/media/index.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Sweeper } from '#server/platform/sweeper.ts'
import type { Evidence } from './publications/evidence.ts'
import type { PublicationListener } from './publications/listener.ts'

export interface LibraryDeps {
  db: Db
  making: Making
  /** Follows what its owners make public. */
  publisher: PublicationListener
  evidence: Evidence
  billing: Billing
  media: Media
  engines: EngineRegistry
  sweeper: Sweeper
  /** Makes the tokens of links to images. */
  secret: Buffer
  log: Log
}

/** Dependencies of the domain's routes. */
export type LibraryParts = LibraryDeps & Pick<Making, 'kinds' | 'faces'>
