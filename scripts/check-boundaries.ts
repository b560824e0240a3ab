/**
 * Checks every import of the repository against the table of scripts/boundaries/rules.ts.
 * Usage: `node scripts/check-boundaries.ts [folder]`; prints each fault as `file:line`, exits with 1 if
 * there is one. Cycles, long files and file names are oxlint's (`.oxlintrc.json`).
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readImports } from './boundaries/read-imports.ts'
import { importFault } from './boundaries/rules.ts'

const FOLDERS = ['contract', 'server', 'web', 'brands', 'tests', 'scripts']

function sourceFiles(root: string): string[] {
  return FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .toSorted(),
  )
}

const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)))
const files = sourceFiles(root)
const faults = files.flatMap((file) =>
  readImports(file, readFileSync(join(root, file), 'utf8')).flatMap(
    ({ line, specifier, target }) => {
      const fault = importFault(file, target)
      return fault ? [`${file}:${line} imports ${specifier}: ${fault}`] : []
    },
  ),
)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else console.log(`The boundaries hold in ${files.length} files`)
