import { join } from 'node:path'
import { knownPictureFiles } from '#server/domains/library/known-files.ts'
import { sweepStrayFiles } from '#server/domains/media/sweep-stray-files.ts'
import { knownUploadFiles } from '#server/domains/media/uploads/upload-store.ts'
import { createDatabase } from '#server/platform/db/index.ts'
import { createLogger } from '#server/platform/log.ts'
import { createStorage } from '#server/platform/storage/index.ts'

/**
 * The program's sweep of files that belong to nothing, without the hour that it leaves them: nothing is being written.
 * @returns how many there were
 */
export async function sweepFilesNow(databaseUrl: string, dataDir: string): Promise<number> {
  const log = createLogger({ level: 'error' })
  const db = createDatabase(databaseUrl, { log, max: 1 })
  const storage = createStorage({ folder: join(dataDir, 'media'), s3: null }, log)
  try {
    return await sweepStrayFiles(
      {
        storage,
        knownFiles: async (keys) =>
          new Set([...(await knownUploadFiles(db, keys)), ...(await knownPictureFiles(db, keys))]),
        removeFile: (key) => storage.delete(key),
        log,
      },
      new Date(),
    )
  } finally {
    await db.dispose()
  }
}
