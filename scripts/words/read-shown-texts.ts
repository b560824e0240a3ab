import { parseSync } from 'oxc-parser'

interface Node {
  type: string
  start: number
  end: number
  [name: string]: unknown
}

/** A call `t('key', { count })` or `t.rich(...)`. */
export interface TextCall {
  line: number
  /** With `*` for what a template fills in; null where the key is a variable. */
  key: string | null
  /** The names of the arguments; null where they are not written out. */
  names: string[] | null
}

/** What a file shows to people. */
export interface FileTexts {
  calls: TextCall[]
  /** Every string and template of the file, with `*` for what is filled in: keys may be passed on. */
  strings: Set<string>
  /** Texts that are written in the code: `line: text`. */
  literals: string[]
}

/** Attributes of elements and properties of objects that people read. */
const READ =
  /^(title|label|alt|placeholder|description|message|heading|hint|caption|subtitle|tooltip|aria-(label|description|valuetext|roledescription))$/
const HAS_LETTER = /\p{L}/u
/** Two words after a capital: nothing but a sentence looks so. */
const SENTENCE = /^\p{Lu}[\p{L}’']*,? \p{L}/u

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const childrenOf = (node: Node): Node[] =>
  Object.entries(node).flatMap(([name, value]) =>
    name === 'parent' ? [] : (Array.isArray(value) ? value : [value]).filter(isNode),
  )

/** The text of a string or a template, with `*` for what it fills in. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
  if (node.type !== 'TemplateLiteral') return null
  const quasis = node['quasis'] as { value: { cooked: string } }[]
  return quasis.map(({ value }) => value.cooked).join('*')
}

/** What an expression may come to, if it is written there. */
function outcomesOf(node: Node): Node[] {
  if (node.type === 'ConditionalExpression') {
    return [node['consequent'], node['alternate']].filter(isNode).flatMap(outcomesOf)
  }
  if (node.type === 'LogicalExpression') {
    return [node['left'], node['right']].filter(isNode).flatMap(outcomesOf)
  }
  if (node.type === 'JSXExpressionContainer') return outcomesOf(node['expression'] as Node)
  return [node]
}

const nameOf = (node: unknown): string => {
  const { name, value } = node as Node
  return String(name ?? value)
}

function isTextCall(callee: Node): boolean {
  if (callee.type === 'Identifier') return callee['name'] === 't'
  const { object, property } = callee as Partial<Record<string, Node>>
  return object?.['name'] === 't' && property?.['name'] === 'rich'
}

function namesOf(node: Node | undefined): string[] | null {
  if (node === undefined) return []
  if (node.type !== 'ObjectExpression') return null
  const properties = node['properties'] as Node[]
  if (properties.some(({ type }) => type !== 'Property')) return null
  return properties.map(({ key }) => nameOf(key))
}

/** Finds what a file of TypeScript shows to people. */
export function readShownTexts(file: string, code: string): FileTexts {
  const found: FileTexts = { calls: [], strings: new Set(), literals: [] }
  const lineOf = (node: Node) => code.slice(0, node.start).split('\n').length
  const literal = (node: Node, text: string) =>
    found.literals.push(`${lineOf(node)}: ${text.replaceAll(/\s+/g, ' ').trim()}`)

  function shown(node: Node): void {
    for (const outcome of outcomesOf(node)) {
      const text = textOf(outcome)
      if (text !== null && HAS_LETTER.test(text)) literal(outcome, text)
    }
  }

  function visit(node: Node, parent: Node | null): void {
    if (node.type === 'ImportDeclaration' || node.type.startsWith('TSLiteral')) return
    // What a developer reads.
    if (node.type === 'NewExpression' && nameOf(node['callee']).endsWith('Error')) return
    if (node.type === 'JSXText' && HAS_LETTER.test(String(node['value']))) {
      literal(node, String(node['value']))
    }
    const isChild = parent?.type === 'JSXElement' || parent?.type === 'JSXFragment'
    if (node.type === 'JSXExpressionContainer' && isChild) shown(node)
    if (node.type === 'JSXAttribute' && READ.test(nameOf(node['name'])) && isNode(node['value'])) {
      shown(node['value'])
    }
    if (node.type === 'Property' && READ.test(nameOf(node['key']))) shown(node['value'] as Node)
    const text = textOf(node)
    if (text !== null) {
      found.strings.add(text)
      if (SENTENCE.test(text)) literal(node, text)
    }
    if (node.type === 'CallExpression' && isTextCall(node['callee'] as Node)) {
      const [key, values] = node['arguments'] as [Node, Node | undefined]
      for (const outcome of outcomesOf(key)) {
        found.calls.push({ line: lineOf(node), key: textOf(outcome), names: namesOf(values) })
      }
    }
    for (const child of childrenOf(node)) visit(child, node)
  }

  const { program, errors } = parseSync(file, code)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  visit(program as unknown as Node, null)
  found.literals = [...new Set(found.literals)]
  return found
}
