import { join } from 'node:path'
import type { Db } from '#server/platform/db/index.ts'
import { createEvents, type Events, type EventsDeps } from '#server/platform/events/index.ts'
import { createMailer, type Mailer } from '#server/platform/mail/index.ts'
import { createOutbound, type Outbound } from '#server/platform/outbound-http.ts'
import { createQueue, type Queue } from '#server/platform/queue.ts'
import { createRateLimiter, type RateLimiter } from '#server/platform/rate-limit.ts'
import { createStorage, type Storage } from '#server/platform/storage/index.ts'
import type { AppOptions } from './options.ts'

/** What every domain stands on. */
export interface Platform {
  db: Db
  events: Events
  queue: Queue
  storage: Storage
  limiter: RateLimiter
  outbound: Outbound
  mailer: Mailer
}

/** @param readWhole reads what goes out whole with an event; asked when there are domains */
export function createPlatform(
  { config, db, log }: AppOptions,
  readWhole: EventsDeps['readWhole'],
): Platform {
  const queue = createQueue({ db, log })
  return {
    db,
    queue,
    events: createEvents({ db, log, readWhole }),
    storage: createStorage({ folder: join(config.dataDir, 'media'), s3: config.s3 }, log),
    limiter: createRateLimiter(db),
    outbound: createOutbound({
      allowedUrls: [
        config.google.tokenInfoUrl,
        config.google.userInfoUrl,
        config.facebook.graphUrl,
        ...config.imageHosts.map((host) => `https://${host}`),
      ],
    }),
    mailer: createMailer({
      settings: () => config.mail,
      db,
      queue,
      log,
    }),
  }
}
