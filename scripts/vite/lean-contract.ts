import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import type { Plugin } from 'vite'
import type { Endpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { isNode, nodesIn, type SyntaxNode } from './syntax.ts'

const FOLDER = fileURLToPath(new URL('../../contract/', import.meta.url))
const TABLE = `${FOLDER}index.ts`
/** For the imports that remain when every call is in its place. */
const NO_TABLE = 'export const api = undefined'
const WEB = fileURLToPath(new URL('../../web/', import.meta.url))
const IMPORTS_CALLS = /import \{[^}]*\bapi\b[^}]*\} from '[^']*(?:contract\/index|\/api)\.ts'/

type Calls = Record<string, Endpoint>

/** A call as a browser needs it: where it goes, without the schemas of what is sent and answered. */
function routeOf({ method, path }: { method: string; path: string }) {
  return { method, path }
}

const routesOf = (calls: Calls) =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, routeOf(call)]))

/** The name that `object.name` asks an object for; null for anything else. */
const nameAskedOf = (node: SyntaxNode): string | null =>
  node.type === 'MemberExpression' && node['computed'] === false
    ? String((node['property'] as { name?: string }).name)
    : null

/** What stands for `api.plans.list`, or for `api.plans`; null for any other node. */
function standIn(node: SyntaxNode): unknown {
  const name = nameAskedOf(node)
  const object = node['object']
  if (name === null || !isNode(object)) return null
  if (object['name'] === 'api') return routesOf((api as Record<string, Calls>)[name] ?? {})
  const resource = nameAskedOf(object)
  if (resource === null || !isNode(object['object']) || object['object']['name'] !== 'api')
    return null
  const call = (api as Record<string, Calls | undefined>)[resource]?.[name]
  return call ? routeOf(call) : null
}

/** Where `api` is named without being asked for a call: imports, and types. */
const NAMES_ONLY = /^(Import|Export)Specifier$|^TSTypeQuery$/

/**
 * Puts each call where its name stands (`api.plans.list` becomes its method and path), so that a page brings the calls
 * that it makes and not the table of all.
 * @throws Error for a file that does anything else with `api`: there is no table in a browser
 */
function putCallsInPlace(file: string, code: string): string {
  const nodes = [...nodesIn(parseSync(file, code).program)].toSorted(
    (one, other) => one.start - other.start || other.end - one.end,
  )
  let placed = ''
  let end = 0
  let known = 0
  for (const node of nodes) {
    if (NAMES_ONLY.test(node.type)) known = Math.max(known, node.end)
    // `api.plans` within `api.plans.list`.
    if (node.start < Math.max(end, known)) continue
    const call = standIn(node)
    if (call !== null) {
      placed += `${code.slice(end, node.start)}(${JSON.stringify(call)})`
      end = node.end
    } else if (node.type === 'Identifier' && node['name'] === 'api') {
      throw new Error(`${file} reads the table of calls otherwise than by api.<resource>.<call>`)
    }
  }
  return placed + code.slice(end)
}

/** Lets the bundler drop the top-level constants that nobody reads: what they call is pure. */
function markPure(file: string, code: string): string {
  let marked = code
  const declarations = parseSync(file, code).program.body.flatMap((statement) => {
    const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    return inner?.type === 'VariableDeclaration' ? inner.declarations : []
  })
  for (const { init } of declarations.toReversed()) {
    if (!init || init.type === 'ArrowFunctionExpression') continue
    const { start, end } = init
    marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => (${marked.slice(start, end)}))()${marked.slice(end)}`
  }
  return marked
}

/**
 * Keeps zod and its schemas out of the browser: there the contract is methods and paths, and the constants that pages
 * read. Answers are checked against the schemas by the tests (decision 0057).
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (id.startsWith(WEB) && IMPORTS_CALLS.test(code)) {
        return { code: putCallsInPlace(id, code), map: null }
      }
      if (!id.startsWith(FOLDER)) return null
      return {
        code: id === TABLE ? NO_TABLE : markPure(id, code),
        map: null,
        moduleSideEffects: false,
      }
    },
  }
}
