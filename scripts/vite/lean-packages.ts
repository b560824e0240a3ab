import { basename } from 'node:path'
import { parseSync } from 'oxc-parser'
import type { Plugin } from 'vite'
import {
  isNode,
  nodesIn,
  otherBodies,
  type Replacement,
  replaceParts,
  type SyntaxNode,
} from './syntax.ts'

const ROUTER = /\/node_modules\/react-router\/dist\/production\//
const MANTINE = /\/node_modules\/@mantine\/core\/esm\//

/** Modules whose work this app never asks for in a browser, and what stands in for them. */
const UNUSED: Record<string, string> = {
  // Called for a router that is given `instrumentations`; but each navigation asks whether there is a receiver.
  'react-router/dist/production/lib/router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router
    // Of the server's part, which no browser gets.
    export const instrumentHandler = undefined
    export const instrumentationResultMetaContext = undefined`,
}

/**
 * Functions of the router that this app never calls, and what is left of each: forms that the router submits, fetchers, prefetching,
 * view transitions, apps that no server renders.
 */
const BODIES: Record<string, Record<string, string>> = {
  'router/router.js': {
    normalizeNavigateOptions: 'return { path }',
    handleAction: '',
    handleFetcherAction: '',
    handleFetcherLoader: '',
    fetch: '',
    restoreAppliedTransitions: '',
    persistAppliedTransitions: '',
  },
  'dom/ssr/single-fetch.js': {
    singleFetchActionStrategy: '',
    singleFetchLoaderFetcherStrategy: '',
    nonSsrStrategy: '',
  },
  'dom/ssr/components.js': {
    // The server writes the scripts (web/app/shell/late-scripts.tsx).
    Scripts: 'return null',
    PrefetchPageLinks: 'return null',
    usePrefetchBehavior: 'return [false, null, {}]',
    mergeRefs: 'return refs[0]',
  },
  'dom/lib.js': { useViewTransitionState: 'return false' },
  'hooks.js': { RSCErrorHandler: 'return children' },
}

/** What asks for them. */
const ASKS =
  /import \{[^}]*\b(Await|Form|PrefetchPageLinks|useActionData|useFetchers?|useFormAction|useRevalidator|useSubmit|useViewTransitionState)\b[^}]*\} from 'react-router'|<(Nav)?Link\b[^>]*\s(prefetch|viewTransition)\b/

/** Parts that a component carries for those who write `Button.Group`: this app imports them by their own names. */
const CARRIED = /^(Button|ActionIcon)\.(Group|GroupSection)$/
const USES_CARRIED = /<\/?(Button|ActionIcon)\.Group/
const WEB = /\/web\/.+\.tsx$/

const nameOf = (node: unknown): string | null =>
  isNode(node) && node.type === 'Identifier' ? String(node['name']) : null

/** `Button.Group` for the left side of `Button.Group = ButtonGroup`, null for anything else. */
function assignedMember(statement: SyntaxNode): string | null {
  const assignment = statement['expression']
  if (!isNode(assignment) || assignment.type !== 'AssignmentExpression') return null
  const left = assignment['left']
  if (!isNode(left) || left.type !== 'MemberExpression') return null
  return `${nameOf(left['object'])}.${nameOf(left['property'])}`
}

/**
 * What only developers read: names of components, which also keep a component in that nobody uses, and what a component carries
 * that is not asked for by that way.
 */
const isForDevelopers = (statement: SyntaxNode): boolean => {
  const member = assignedMember(statement)
  return member !== null && (member.endsWith('.displayName') || CARRIED.test(member))
}

/** Warnings of the router go, and what it says of a broken promise becomes the place where it says so: `hooks.js:312`. */
function* routerParts(code: string, file: string): Generator<Replacement> {
  const positionOf = ({ start }: SyntaxNode) =>
    JSON.stringify(`${basename(file)}:${code.slice(0, start).split('\n').length}`)
  for (const node of nodesIn(parseSync(file, code).program)) {
    const { start, end } = node
    if (node.type === 'ExpressionStatement') {
      const call = node['expression']
      const callee = isNode(call) ? nameOf(call['callee']) : null
      if (callee === 'warning' || callee === 'warningOnce') yield { start, end, text: ';' }
    }
    // A class that nobody uses stays for what it extends, which might be asked for by a getter.
    if (node.type === 'ClassExpression' && node['superClass'] !== null) {
      yield { start, end: start, text: '/* @__PURE__ */ (() => ' }
      yield { start: end, end, text: ')()' }
    }
    if (node.type !== 'CallExpression') continue
    const [condition, message] = node['arguments'] as SyntaxNode[]
    if (nameOf(node['callee']) === 'invariant' && condition && message) {
      yield { start: condition.end, end: message.end, text: `,${positionOf(node)}` }
    }
    const callee = node['callee']
    const isElement = isNode(callee) && nameOf(callee['property']) === 'forwardRef'
    if (isElement) yield { start, end: start, text: '/* @__PURE__ */ ' }
  }
}

function* packageParts(code: string, file: string): Generator<Replacement> {
  const program = parseSync(file, code).program
  const name = Object.keys(BODIES).find((one) => file.endsWith(`/lib/${one}`))
  if (name !== undefined) yield* otherBodies(program, BODIES[name]!, file)
  for (const statement of program.body) {
    if (isForDevelopers(statement as unknown as SyntaxNode)) {
      yield { start: statement.start, end: statement.end, text: '' }
    }
  }
  if (ROUTER.test(file)) yield* routerParts(code, file)
}

/**
 * Takes out of the browser's copy of the router and of Mantine what this app does not use there and the bundler cannot
 * know to be unused (decision 0170). Both are pinned; the browser tests run on what is left.
 */
export function leanPackages(): Plugin {
  return {
    name: 'lean-packages',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const unused = Object.keys(UNUSED).find((file) => id.endsWith(`/node_modules/${file}`))
      return unused === undefined ? null : UNUSED[unused]!
    },
    transform(code, id) {
      if (WEB.test(id) && USES_CARRIED.test(code)) {
        throw new Error(`${id} writes Button.Group; browsers have ButtonGroup (decision 0170)`)
      }
      const asked = WEB.test(id) ? ASKS.exec(code)?.[0] : undefined
      if (asked !== undefined) throw new Error(`${id}: browsers have no ${asked} (decision 0171)`)
      if (!ROUTER.test(id) && !MANTINE.test(id)) return null
      return { code: replaceParts(code, [...packageParts(code, id)]), map: null }
    },
  }
}
