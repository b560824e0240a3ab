import { type Node, parseSync, Visitor } from 'oxc-parser'

/** A call `t('prompts.tooManyPresets', { count })` of the server. */
export interface KeyedText {
  line: number
  /** Null: it is not written out there. */
  key: string | null
  /** Names of the values; null: they are not written out there. */
  names: string[] | null
}

function namesOf(node: Node | undefined): string[] | null {
  if (node === undefined) return []
  if (node.type !== 'ObjectExpression') return null
  const names = node.properties.map((one) =>
    one.type === 'Property' && !one.computed && one.key.type === 'Identifier' ? one.key.name : null,
  )
  return names.every((name) => name !== null) ? names : null
}

const keysOf = (node: Node | undefined): (string | null)[] => {
  if (node?.type === 'ConditionalExpression')
    return [...keysOf(node.consequent), ...keysOf(node.alternate)]
  return [node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null]
}

/**
 * Finds the texts that a file of the server makes, also those of errors. Mails have a `t` of their own: only that of
 * `server/texts` counts.
 * @throws Error if the file cannot be parsed
 */
export function readTextCalls(file: string, source: string): KeyedText[] {
  const { errors, program } = parseSync(file, source)
  const error = errors[0]
  if (error) throw new Error(`${file}: ${error.message}`)
  const found: KeyedText[] = []
  let isOfTexts = false
  new Visitor({
    ImportDeclaration({ source: { value }, specifiers }) {
      if (value !== '#server/texts/index.ts') return
      isOfTexts ||= specifiers.some(({ local }) => local.name === 't')
    },
    CallExpression({ callee, arguments: [key, values], start }) {
      if (callee.type !== 'Identifier' || callee.name !== 't' || !isOfTexts) return
      const line = source.slice(0, start).split('\n').length
      for (const one of keysOf(key)) found.push({ line, key: one, names: namesOf(values) })
    },
  }).visit(program)
  return found
}
