import { resolve } from 'node:path'
import { openFolder } from '#server/platform/embedded-postgres/folder.ts'
import { stopUnlessShared, withStartLock } from '#server/platform/embedded-postgres/index.ts'

/** Stops the server of a folder whose members were all killed; does nothing while one is there. */
export async function stopAbandonedPostgres(dataDir: string): Promise<void> {
  const folder = openFolder(resolve(dataDir))
  await withStartLock(folder, () => stopUnlessShared(folder))
}
