import { posix } from 'node:path'
import { parseSync, type Program, Visitor } from 'oxc-parser'

/** An import as it stands in a file. */
export interface Import {
  line: number
  specifier: string
  /** Whether nothing of it is there when the code runs. `import { type A }` stays, for its effect. */
  isType: boolean
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

interface Found {
  value: string
  start: number
  isType: boolean
}

/** The modules that types ask for in place: `import('./b.ts').B`, `typeof import('./b.ts')`. */
function typeQueries(program: Program): Found[] {
  const found: Found[] = []
  new Visitor({
    TSImportType: ({ source: { value, start } }) => found.push({ value, start, isType: true }),
  }).visit(program)
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
  const found: Found[] = [
    ...module.staticImports.map(({ moduleRequest, start, entries }) => ({
      ...moduleRequest,
      isType:
        /^import\s+type\b/.test(source.slice(start)) &&
        entries.length > 0 &&
        entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ ...moduleRequest, isType }] : [],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const literal = /^(['"`])([^'"`$]+)\1$/.exec(source.slice(start, end))
      return literal?.[2] ? [{ value: literal[2], start, isType: false }] : []
    }),
    // The tree is read where it may hold one alone, for that takes long.
    ...(/\bimport\s*\(/.test(source) ? typeQueries(parsed.program) : []),
  ]
  return found
    .filter(({ value }) => !value.includes('+types/'))
    .map(({ value, start, isType }) => ({
      line: source.slice(0, start).split('\n').length,
      isType,
      specifier: value,
      target: resolve(file, value),
    }))
}
