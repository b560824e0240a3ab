import type { Config } from '#server/config/index.ts'
import { estimatePeople } from '#server/domains/accounts/index.ts'
import { createBrands } from '#server/domains/brands/index.ts'
import { estimateImages } from '#server/domains/jobs/index.ts'
import type { Db } from '#server/platform/db/index.ts'

/** The faces of this installation, with what its settings of now say. */
export const createAppBrands = (config: Config, db: Db) =>
  createBrands({
    isDemo: config.testMode,
    estimates: { images: () => estimateImages(db), users: () => estimatePeople(db) },
    installation: () => ({
      signIn: { google: config.google.clientId, facebook: config.facebook.appId },
      support: config.support,
      operator: { ...config.operator, address: [...config.operator.address] },
      minimumAge: config.minimumAge,
      freeCredits: config.freeCredits,
      telemetry: config.telemetry,
      registration_policy: config.registration,
    }),
  })
