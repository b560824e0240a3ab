import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { nodeFileTrace } from '@vercel/nft'
import { ADDED, NEVER_READ, ONLY_IN_DEVELOPMENT } from './rules.ts'

const isPackage = (path: string): boolean => path.startsWith('node_modules/')

/** Reads a file as the tracer can: it knows no types. Null for what is no file. */
async function readWithoutTypes(path: string): Promise<string | Buffer | null> {
  try {
    const bytes = await readFile(path)
    return path.endsWith('.ts') ? stripTypeScriptTypes(bytes.toString()) : bytes
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'EISDIR') return null
    throw error
  }
}

/**
 * The files of packages that a program can come to load: those that its files import, directly or through others, and what
 * the rules add.
 * @param root folder of the repository
 * @param files of the program, relative to it
 * @returns paths relative to the root
 */
export async function tracePackages(root: string, files: readonly string[]): Promise<string[]> {
  const { fileList } = await nodeFileTrace(
    files.map((file) => join(root, file)),
    {
      base: root,
      processCwd: root,
      // Node 24 never falls back to `main` where a package says what it exports.
      exportsOnly: true,
      readFile: readWithoutTypes,
      ignore: (path) =>
        ONLY_IN_DEVELOPMENT.test(path) || NEVER_READ.some((pattern) => pattern.test(path)),
    },
  )
  const added = globSync(ADDED, { cwd: root, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  const paths = new Set([...fileList, ...added].filter(isPackage))
  return [...paths].filter((path) => !NEVER_READ.some((pattern) => pattern.test(path))).toSorted()
}
