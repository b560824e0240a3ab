import { posix } from 'node:path'
import { parseSync, type Program, Visitor } from 'oxc-parser'

/** An import as it stands in a file. */
export interface Import {
  line: number
  specifier: string
  /** A file of this repository by its path, or a package (or Node module) by its name. */
  target: { path: string } | { name: string }
}

/** `#server/platform/db.ts` and `./db.ts` to a path in the repository; anything else is a package. */
function resolve(file: string, specifier: string): Import['target'] {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('#')) return { path: bare.slice(1) }
  if (bare.startsWith('.')) return { path: posix.normalize(posix.join(posix.dirname(file), bare)) }
  return { name: bare }
}

/** The modules that types ask for in place: `import('./b.ts').B`, `typeof import('./b.ts')`. */
function typeQueries(program: Program): { value: string; start: number }[] {
  const found: { value: string; start: number }[] = []
  new Visitor({ TSImportType: ({ source }) => found.push(source) }).visit(program)
  return found
}

/**
 * All imports of a file: static and type imports, re-exports, imports inside types, and dynamic imports of a literal.
 * React Router's generated `./+types/...` modules are left out, for they have no file of their own.
 * @param file path relative to the repository
 * @throws Error if the file cannot be parsed
 */
export function readImports(file: string, source: string): Import[] {
  const parsed = parseSync(file, source)
  const { errors, module } = parsed
  const error = errors[0]
  if (error) throw new Error(`${file}: ${error.message}`)
  const found: { value: string; start: number }[] = [
    ...module.staticImports.map((entry) => entry.moduleRequest),
    ...module.staticExports.flatMap((entry) =>
      entry.entries.flatMap((part) => (part.moduleRequest ? [part.moduleRequest] : [])),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const literal = /^(['"`])([^'"`$]+)\1$/.exec(source.slice(start, end))
      return literal?.[2] ? [{ value: literal[2], start }] : []
    }),
    // The tree is read where it may hold one alone, for that takes long.
    ...(/\bimport\s*\(/.test(source) ? typeQueries(parsed.program) : []),
  ]
  return found
    .filter(({ value }) => !value.includes('+types/'))
    .map(({ value, start }) => ({
      line: source.slice(0, start).split('\n').length,
      specifier: value,
      target: resolve(file, value),
    }))
}
