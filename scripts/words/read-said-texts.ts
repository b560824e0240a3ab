import { type Node, parseSync, Visitor } from 'oxc-parser'

/** A text with `{}` for each part that is filled in; null: none is written there. */
function patternOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type === 'TemplateLiteral') {
    return node.quasis.map(({ value }) => value.cooked ?? '').join('{}')
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null
  const [left, right] = [patternOf(node.left), patternOf(node.right)]
  return left === null || right === null ? null : left + right
}

/** What stands in no place that tells who reads it, and is whole sentences, is taken for what a person is told. */
const isSentence = (text: string): boolean =>
  /^["A-Z{]/.test(text) && /[a-z]/.test(text) && / /.test(text) && /[.?!]$/.test(text)

/** Words, and not only what is filled in. */
const hasWords = (text: string): boolean => /[a-z]/i.test(text.replaceAll('{}', ''))

/** Calls whose second argument is for the person. */
const TELLING = new Set(['userError', 'invalidField'])
/** Errors whose second argument is for the log, whatever it looks like; of all others every argument is. */
const WITH_CODE = new Set(['AppError', 'EngineError'])
const LOG_CALL = /^(?:trace|debug|info|warn|error|fatal)$/

/** The texts that an expression may come to. */
function textsOf(node: Node | null): Node[] {
  switch (node?.type) {
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)]
    case 'LogicalExpression':
      return [...textsOf(node.left), ...textsOf(node.right)]
    case 'ArrayExpression':
      return node.elements.flatMap(textsOf)
    case 'ObjectExpression':
      return node.properties.flatMap((one) => (one.type === 'Property' ? textsOf(one.value) : []))
    default:
      return node ? [node] : []
  }
}

/**
 * The texts of a file of the server, with `{}` for what is filled in.
 * @returns `all` of them, and those `sentences` that are said to somebody: by where they stand, as texts of errors and lines
 * of the log do; what stands elsewhere by what it looks like
 * @throws Error if the file cannot be parsed
 */
export function readSaidTexts(
  file: string,
  source: string,
): { all: Set<string>; sentences: Set<string> } {
  const { errors, program } = parseSync(file, source)
  const error = errors[0]
  if (error) throw new Error(`${file}: ${error.message}`)
  const all = new Set<string>()
  const sentences = new Set<string>()
  /** Where nodes begin that are a part of another text, or that nobody reads. */
  const parts = new Set<number>()
  const unread = new Set<number>()
  const tell = (node: Node): void => {
    for (const text of textsOf(node).map(patternOf)) {
      if (text !== null && hasWords(text)) sentences.add(text)
    }
  }
  const hide = (nodes: readonly Node[]): void => {
    for (const { start } of nodes.flatMap(textsOf)) unread.add(start)
  }
  const markParts = (node: Node): void => {
    if (node.type !== 'BinaryExpression') parts.add(node.start)
    else for (const part of [node.left, node.right]) markParts(part)
  }
  const add = (node: Node): void => {
    const text = patternOf(node)
    if (text === null) return
    all.add(text)
    if (!parts.has(node.start) && !unread.has(node.start) && isSentence(text)) sentences.add(text)
    if (node.type === 'BinaryExpression') markParts(node)
  }
  new Visitor({
    NewExpression({ callee, arguments: args }) {
      if (callee.type !== 'Identifier' || !callee.name.endsWith('Error')) return
      hide(WITH_CODE.has(callee.name) ? args.slice(0, 2) : args)
    },
    CallExpression({ callee, arguments: args }) {
      if (callee.type === 'Identifier') {
        if (TELLING.has(callee.name) && args[1]) tell(args[1])
      } else if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
        const { object } = callee
        const of = object.type === 'MemberExpression' ? object.property : object
        const isLog = of.type === 'Identifier' && /log$/i.test(of.name)
        if (isLog && LOG_CALL.test(callee.property.name)) hide(args)
      }
    },
    Property({ key, value }) {
      const name = key.type === 'Identifier' ? key.name : ''
      if (name === 'userMessage' || (name === 'fields' && value.type === 'ObjectExpression')) {
        tell(value)
      }
    },
    BinaryExpression: (node) => add(node),
    TemplateLiteral: (node) => add(node),
    Literal: (node) => add(node),
  }).visit(program)
  return { all, sentences }
}
