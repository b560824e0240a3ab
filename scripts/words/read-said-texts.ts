import { parseSync, Visitor } from 'oxc-parser'

/** The nodes of a program that this file looks at. */
interface Node {
  type: string
  start: number
  value?: unknown
  operator?: string
  left?: Node
  right?: Node
  quasis?: { value: { cooked: string | null } }[]
}

/** A text with `{}` for each part that is filled in; null: none is written there. */
function patternOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type === 'TemplateLiteral') {
    return (node.quasis ?? []).map(({ value }) => value.cooked ?? '').join('{}')
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null
  const [left, right] = [patternOf(node.left!), patternOf(node.right!)]
  return left === null || right === null ? null : left + right
}

/** What a person reads is a sentence; what the log reads ends without a period. */
const isSentence = (text: string): boolean =>
  /^["A-Z{]/.test(text) && /[a-z]/.test(text) && / /.test(text) && /[.?!]$/.test(text)

/**
 * The texts of a file of the server, with `{}` for what is filled in.
 * @returns `all` of them, and the `sentences` that are said to somebody: not those of a plain `Error`, which nobody is answered
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
  const markParts = (node: Node): void => {
    if (node.type !== 'BinaryExpression') parts.add(node.start)
    else for (const part of [node.left!, node.right!]) markParts(part)
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
      if (callee.type === 'Identifier' && /^(?:Type|Range)?Error$/.test(callee.name)) {
        for (const { start } of args) unread.add(start)
      }
    },
    BinaryExpression: (node) => add(node),
    TemplateLiteral: (node) => add(node),
    Literal: (node) => add(node),
  }).visit(program)
  return { all, sentences }
}
