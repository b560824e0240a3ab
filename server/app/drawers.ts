import { createSampleDrawer, type SampleDrawer } from '#server/domains/engines/index.ts'
import { readyModel, seesFace } from '#server/domains/jobs/index.ts'
import type { Library } from '#server/domains/library/index.ts'
import type { Moderation } from '#server/domains/moderation/index.ts'
import { createSitePictures, type SitePictures } from '#server/domains/site-pictures/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { recordAuditEvent } from '#server/domains/admin/index.ts'
import type { Engines } from './engines.ts'
import type { AppOptions } from './options.ts'

/** Draws for the installation itself, which nobody pays for. */
export interface Drawers {
  samples: SampleDrawer
  sitePictures: SitePictures
}

export function createAppDrawers(
  { db, log }: Pick<AppOptions, 'db' | 'log'>,
  {
    engines: { registry },
    moderation,
    library,
    recordCost,
  }: {
    engines: Engines
    moderation: Pick<Moderation, 'judgePicture'>
    library: Pick<Library, 'readPublicCopy'>
    recordCost(tx: Tx, spending: { engine: string; kind: string; cost: number }): Promise<void>
  },
): Drawers {
  const shared = { db, engines: registry, moderation, log }
  return {
    samples: createSampleDrawer({
      ...shared,
      recordCost: (tx, engine, cost) => recordCost(tx, { engine, kind: 'model_sample', cost }),
    }),
    sitePictures: createSitePictures({
      ...shared,
      bestModel: () => readyModel(registry),
      seesFace: (file) => seesFace(registry, file),
      library,
      recordCost: (tx, engine, cost) => recordCost(tx, { engine, kind: 'site_picture', cost }),
      audit: recordAuditEvent,
    }),
  }
}
