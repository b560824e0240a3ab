import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import type { Plugin } from 'vite'
import { api } from '#contract/index.ts'

const FOLDER = fileURLToPath(new URL('../../contract/', import.meta.url))
const TABLE = `${FOLDER}index.ts`

/**
 * The calls as a browser needs them: where each goes, without the schemas of what is sent and answered. Every page
 * carries this table, so it is written as briefly as a function for each method can say it.
 */
function routeTable(): string {
  const methods = new Set(
    Object.values(api).flatMap((calls) => Object.values(calls).map(({ method }) => method)),
  )
  const helpers = [...methods].map(
    (method) => `${method} = (path) => ({ method: '${method}', path: '/api/' + path })`,
  )
  const resources = Object.entries(api).map(([resource, calls]) => {
    const routes = Object.entries(calls).map(([name, { method, path }]) => {
      if (!path.startsWith('/api/')) throw new Error(`${path} is not below /api/`)
      return `${name}: ${method}('${path.slice('/api/'.length)}')`
    })
    return `${resource}: { ${routes.join(', ')} }`
  })
  return `const ${helpers.join(', ')}\nexport const api = { ${resources.join(', ')} }`
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
 * Keeps zod and its schemas out of the browser: there the contract is a table of methods and paths, and the constants
 * that pages read. Answers are checked against the schemas by the tests (decision 0057).
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!id.startsWith(FOLDER)) return null
      return {
        code: id === TABLE ? routeTable() : markPure(id, code),
        map: null,
        moduleSideEffects: false,
      }
    },
  }
}
