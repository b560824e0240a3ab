import { createHash } from 'node:crypto'
import { globSync, linkSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes files of the same content one file of several names. The build has a copy of its files for each language, and most of
 * them hold no text.
 */
export function linkDuplicates(root: string, folders: readonly string[]): void {
  const firstOf = new Map<string, string>()
  for (const entry of globSync(
    folders.map((folder) => `${folder}/**`),
    {
      cwd: root,
      withFileTypes: true,
    },
  )) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
    const first = firstOf.get(hash)
    if (first === undefined) {
      firstOf.set(hash, path)
      continue
    }
    rmSync(path)
    linkSync(first, path)
  }
}
