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

const RENDERER = /\/node_modules\/react-dom\/cjs\/react-dom-client\.production\.js$/
const NAMES = /\/node_modules\/react(-dom)?\/cjs\/react(-dom)?\.production\.js$/

/** What the renderer calls an element that this app never makes: Profiler, SuspenseList, LegacyHidden, ViewTransition. */
const TAGS = new Set<unknown>([12, 19, 23, 30])
const TYPES =
  /^REACT_(PROFILER|SUSPENSE_LIST|LEGACY_HIDDEN|VIEW_TRANSITION|TRACING_MARKER|SCOPE)_TYPE$/

/** Is never made true without such an element. */
const NEVER = 'shouldStartViewTransition'

/** Functions of the renderer that are never called, or have nothing to do, and what is left of each. */
const BODIES: Record<string, string> = {
  // View transitions.
  trackEnterViewTransitions: '',
  commitEnterViewTransitions: '',
  commitExitViewTransitions: '',
  commitNestedViewTransitions: '',
  restoreNestedViewTransitions: '',
  restoreEnterOrExitViewTransitions: '',
  restoreViewTransitionOnHostInstances: '',
  measureNestedViewTransitions: '',
  commitAfterMutationEffectsOnFiber: '',
  scheduleViewTransitionEvent: '',
  // References to fragments.
  isFragmentInstanceParent: 'return false',
  commitNewChildToFragmentInstances: '',
  commitFragmentInstanceInsertionEffects: '',
  commitFragmentInstanceDeletionEffects: '',
  // Style sheets and scripts that React would ask for: the build names them in the page.
  getResource: 'return null',
  acquireResource: 'return null',
  accumulateSuspenseyCommitOnFiber: '',
  waitForCommitToBeReady: 'return null',
  preloadResource: 'return true',
  preloadResourceAndSuspendIfNeeded: '',
  maySuspendCommit: 'return false',
  prefetchDNS: '',
  preconnect: '',
  preload: '',
  preloadModule: '',
  preinitScript: '',
  preinitStyle: '',
  preinitModuleScript: '',
  // Actions of forms: `action` is an address or nothing.
  extractEvents$1: '',
  mountActionState: '',
  updateActionState: '',
  rerenderActionState: '',
  // Elements of one's own.
  isCustomElement: 'return false',
  setPropOnCustomElement: '',
  // For the stacks of components in errors: a name is enough, its place in a minified file says nothing.
  describeNativeComponentFrame: 'return describeBuiltInComponentFrame(fn.displayName || fn.name)',
}

/** Their methods are all that is left of them. */
const CLASSES = /^(FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = /

/** What `react` and `react-dom` export and nobody in the browser may import: it is not there. */
const EXPORTS = [
  'Profiler',
  'ViewTransition',
  'addTransitionType',
  'useActionState',
  'useFormState',
  'requestFormReset',
  'preconnect',
  'prefetchDNS',
  'preinit',
  'preinitModule',
  'preload',
  'preloadModule',
]
const EXPORT = new RegExp(`^exports\\.(${EXPORTS.join('|')}) = `)
const IMPORTS = /import\s[^'"]*\bfrom\s*["']react(-dom)?["']/g
const IMPORTED = new RegExp(`\\b(${EXPORTS.join('|')}|unstable_SuspenseList)\\b`)

/** What a page could write that the renderer here does not know. */
const UNKNOWN =
  /<(script|style|link)\b[^>]*\s(async|precedence)\b|\sitemProp=|<(Fragment|React\.Fragment)\b[^>]*\sref=|\bformAction=|<form\b[^>]*\saction=\{/
const WEB = /\/web\/.+\.tsx$/

const END = /^(Return|Break|Throw|Continue)Statement$/

/** Whether what follows a case is reached only by its own label. */
function endsItself(statements: SyntaxNode[]): boolean {
  const last = statements.at(-1)
  if (!last) return false
  if (last.type === 'BlockStatement') return endsItself(last['body'] as SyntaxNode[])
  if (last.type !== 'IfStatement') return END.test(last.type)
  const { consequent, alternate } = last
  return [consequent, alternate].every((branch) => isNode(branch) && endsItself([branch]))
}

const isUnusedLabel = (test: unknown): boolean =>
  isNode(test) && (TAGS.has(test['value']) || TYPES.test(String(test['name'])))

/** Takes the cases of elements that are never made out of a switch over kinds of elements. */
function* casesIn(statement: SyntaxNode, code: string): Generator<Replacement> {
  let isReached = false
  for (const one of statement['cases'] as SyntaxNode[]) {
    const consequent = one['consequent'] as SyntaxNode[]
    const { start, end } = one
    const first = consequent[0]
    if (!isUnusedLabel(one['test'])) isReached = !endsItself(consequent)
    else if (!first) yield { start, end, text: '' }
    // Another case goes on into this one, which keeps what it does.
    else if (isReached) yield { start, end: first.start, text: '' }
    else if (endsItself(consequent)) yield { start, end, text: '' }
    else throw new Error(`React goes on after ${code.slice(start, first.start)}`)
  }
}

/** Of the switch that finds what a reference is given. */
const OF_FRAGMENT = /^case 7:\s+if \(null === current\.stateNode\)/

const isTag = (node: unknown): boolean =>
  isNode(node) &&
  node.type === 'MemberExpression' &&
  isNode(node['property']) &&
  node['property']['name'] === 'tag'

/** What goes of a statement. */
function* partsOf(statement: SyntaxNode, code: string): Generator<Replacement> {
  for (const node of nodesIn(statement)) {
    const { start, end } = node
    if (node.type === 'SwitchStatement') {
      const on = node['discriminant']
      if (isTag(on) || (isNode(on) && on['name'] === 'owner')) yield* casesIn(node, code)
    }
    if (node.type === 'BinaryExpression' && /^[!=]==$/.test(String(node['operator']))) {
      const sides = [node['left'], node['right']]
      const isNever = sides.some(isTag) && sides.some(isUnusedLabel)
      if (isNever) yield { start, end, text: String(node['operator'] === '!==') }
    }
    if (node.type === 'ConditionalExpression' && isNode(node['test'])) {
      const { alternate, test } = node
      if (test['name'] !== NEVER || !isNode(alternate)) continue
      yield { start, end, text: code.slice(alternate.start, alternate.end) }
    }
    // A reference goes to an element, or to what a component hands out.
    if (node.type === 'SwitchCase' && OF_FRAGMENT.test(code.slice(start, end))) {
      yield { start, end, text: '' }
    }
  }
}

/** What is declared in the parts that go: other parts of a function use the same variables. */
function variablesIn(statement: SyntaxNode, parts: readonly Replacement[]): string[] {
  const names = [...nodesIn(statement)].flatMap(({ type, start, end, id }) =>
    type === 'VariableDeclarator' &&
    isNode(id) &&
    parts.some((part) => part.start <= start && end <= part.end)
      ? [String(id['name'])]
      : [],
  )
  return [...new Set(names)]
}

function* rendererParts(code: string, file: string): Generator<Replacement> {
  const program = parseSync(file, code).program
  yield* otherBodies(program, BODIES, file)
  for (const statement of program.body as unknown as SyntaxNode[]) {
    const { start, end, body } = statement
    if (CLASSES.test(code.slice(start, end))) yield { start, end, text: '' }
    const parts = [...partsOf(statement, code)]
    yield* parts
    const variables = variablesIn(statement, parts)
    if (variables.length === 0) continue
    if (!isNode(body))
      throw new Error(`React declares ${variables.join(', ')} outside of functions`)
    yield { start: body.start + 1, end: body.start + 1, text: `var ${variables.join(', ')};` }
  }
}

function* exportParts(code: string, file: string): Generator<Replacement> {
  for (const { start, end } of parseSync(file, code).program.body) {
    if (EXPORT.test(code.slice(start, end))) yield { start, end, text: '' }
  }
}

/** @throws Error for code that asks React for what the browser's copy has not */
function refuseUnknown(code: string, id: string): void {
  const asked = [...code.matchAll(IMPORTS)].map(([text]) => IMPORTED.exec(text)?.[0])
  const written = WEB.test(id) ? UNKNOWN.exec(code)?.[0] : undefined
  const unknown = asked.find((name) => name !== undefined) ?? written
  if (unknown === undefined) return
  throw new Error(`${id} uses ${unknown}, which browsers have not (decision 0171)`)
}

/**
 * Takes out of the browser's copy of React what this app does not use and the bundler cannot know to be unused (decision
 * 0171): view transitions, references to fragments, style sheets that React asks for, actions of forms, elements of one's own. The
 * build fails on code that uses one, and on a version of React in which they have other names.
 */
export function leanReact(): Plugin {
  return {
    name: 'lean-react',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (RENDERER.test(id))
        return { code: replaceParts(code, [...rendererParts(code, id)]), map: null }
      if (NAMES.test(id)) return { code: replaceParts(code, [...exportParts(code, id)]), map: null }
      if (/\.(m?js|tsx?)$/.test(id)) refuseUnknown(code, id)
      return null
    },
  }
}
