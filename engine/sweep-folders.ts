import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes what is kept in a folder of work that nobody took up again.
 *
 * @param keptMs work that was not taken up for so long is not taken up any more
 */
export async function sweepFolders(
  folder: string,
  keptMs: number,
  now = Date.now(),
): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }))
    if (now - mtimeMs > keptMs) await rm(path, { recursive: true, force: true })
  }
}
