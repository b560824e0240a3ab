/**
 * Checks every import of the repository against the table of scripts/boundaries/rules.ts, that no files and no folders
 * import each other in a circle (types included), that pages import no schemas, and that the SQL of each domain names only its own tables.
 * Usage: `node scripts/check-boundaries.ts [folder]`; prints each fault as `file:line`, exits with 1 if
 * there is one. Long files and file names are oxlint's (`.oxlintrc.json`).
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCycles } from './boundaries/find-cycles.ts'
import { findTables, tablesOf } from './boundaries/find-tables.ts'
import { folderGraphs } from './boundaries/folder-graphs.ts'
import { type Import, readImports } from './boundaries/read-imports.ts'
import {
  arrowFaults,
  importFault,
  isDomain,
  isOfWholeDatabase,
  isTest,
  MAY_BE_CIRCLES,
  mayName,
} from './boundaries/rules.ts'

const FOLDERS = [
  'contract',
  'server',
  'engine',
  'lib',
  'test-payments',
  'web',
  'brands',
  'content',
  'tests',
  'scripts',
  'models',
]
/** Who owns the tables of a schema. */
const SCHEMA =
  /^(server\/(?:domains\/[^/]+|platform(?=\/db\/))|test-payments)\/(?:db\/)?schema\.ts$/

function sourceFiles(root: string): string[] {
  return FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:[cm]?js|tsx?)$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .toSorted(),
  )
}

const isOfPages = (file: string): boolean => /^(?:web|brands|content)\//.test(file)

interface Source {
  text: string
  imports: Import[]
}

function importFaults(sources: ReadonlyMap<string, Source>): string[] {
  return [...sources].flatMap(([file, { imports }]) =>
    imports.flatMap(({ line, specifier, target }) => {
      const fault = importFault(file, target)
      return fault ? [`${file}:${line} imports ${specifier}: ${fault}`] : []
    }),
  )
}

function cycleFaults(sources: ReadonlyMap<string, Source>): string[] {
  const graph = new Map(
    [...sources].map(([file, { imports }]) => [
      file,
      imports.flatMap(({ target }) => ('path' in target ? [target.path] : [])),
    ]),
  )
  return findCycles(graph).map(
    (files) => `${files[0]}:1 imports in a circle, types included: ${files.join(', ')}`,
  )
}

/** Pages must not bring schemas to a browser: elsewhere they import values only from files that lead to no zod. */
function schemaFaults(sources: ReadonlyMap<string, Source>): string[] {
  const known = new Map<string, boolean>()
  const leadsToZod = (target: Import['target']): boolean => {
    if (!('path' in target)) return target.name === 'zod'
    const before = known.get(target.path)
    if (before !== undefined) return before
    known.set(target.path, false)
    const leads = (sources.get(target.path)?.imports ?? []).some(
      (one) => !one.isType && leadsToZod(one.target),
    )
    known.set(target.path, leads)
    return leads
  }
  return [...sources]
    .filter(([file]) => isOfPages(file) && !isTest(file))
    .flatMap(([file, { imports }]) =>
      imports
        .filter(
          ({ isType, target }) =>
            !isType && !('path' in target && isOfPages(target.path)) && leadsToZod(target),
        )
        .map(
          ({ line, specifier }) =>
            `${file}:${line} imports ${specifier}: it would bring zod to the browser; pages import values of files without schemas, such as those of contract/values/`,
        ),
    )
}

function folderCycleFaults(sources: ReadonlyMap<string, Source>): string[] {
  const graph = new Map(
    [...sources]
      .filter(([file]) => !isTest(file))
      .map(([file, { imports }]) => [
        file,
        imports.flatMap(({ target }) =>
          'path' in target && !isTest(target.path) ? [target.path] : [],
        ),
      ]),
  )
  return [...folderGraphs(graph, isDomain)]
    .filter(([holder]) => !MAY_BE_CIRCLES.has(holder))
    .flatMap(([holder, folders]) =>
      findCycles(new Map([...folders].map(([from, to]) => [from, [...to]])))
        // Circles of files alone are told with all that they import.
        .filter((circle) => !circle.every((path) => graph.has(path)))
        .map(
          (circle) =>
            `${holder}:1 holds folders that import each other in a circle: ${circle.join(', ')}`,
        ),
    )
}

/** Which folder owns each table. */
function tableOwners(sources: ReadonlyMap<string, Source>): Map<string, string> {
  const owners = new Map<string, string>()
  for (const [file, { text }] of sources) {
    const owner = SCHEMA.exec(file)?.[1]
    if (owner) for (const table of tablesOf(file, text)) owners.set(table, owner)
  }
  return owners
}

function tableFaults(sources: ReadonlyMap<string, Source>): string[] {
  const owners = tableOwners(sources)
  return [...sources]
    .filter(
      ([file]) =>
        /^(?:server|test-payments)\//.test(file) && !isTest(file) && !isOfWholeDatabase(file),
    )
    .flatMap(([file, { text }]) =>
      findTables(file, text, (word) => owners.has(word))
        .filter(({ table }) => !file.startsWith(`${owners.get(table)}/`) && !mayName(file, table))
        .map(
          ({ line, table }) => `${file}:${line} names ${table}, a table of ${owners.get(table)}`,
        ),
    )
}

/** Of this repository only; another one, as the tests of this check make them, need not have all that is named. */
function ruleFaults(folder: string): string[] {
  if (folder !== ownRoot) return []
  const foldersIn = (path: string): string[] =>
    readdirSync(join(folder, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  return [
    ...arrowFaults({
      domains: foldersIn('server/domains'),
      features: foldersIn('web/features'),
    }),
  ].map((fault) => `scripts/boundaries/rules.ts:1 ${fault}`)
}

const ownRoot = resolve(fileURLToPath(new URL('..', import.meta.url)))
const root = resolve(process.argv[2] ?? ownRoot)
const sources = new Map(
  sourceFiles(root).map((file): [string, Source] => {
    const text = readFileSync(join(root, file), 'utf8')
    return [file, { text, imports: readImports(file, text) }]
  }),
)
const faults = [
  ...importFaults(sources),
  ...cycleFaults(sources),
  ...schemaFaults(sources),
  ...folderCycleFaults(sources),
  ...tableFaults(sources),
  ...ruleFaults(root),
]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else console.log(`The boundaries hold in ${sources.size} files`)
