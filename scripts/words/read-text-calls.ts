import { type Node, parseSync, Visitor } from 'oxc-parser'

/** A call `t('prompts.tooManyPresets', { count })` of the server, or `fault('requests.blank')` of the contract. */
export interface KeyedText {
  line: number
  /** Null: it is not written out there. */
  key: string | null
  /** Names of the values; null: they are not written out there. */
  names: string[] | null
}

/** The functions that make texts, and the modules that they are imported from. */
const MAKERS = [
  { name: 't', from: /^#server\/texts\/index\.ts$/ },
  { name: 'reason', from: /(?:^|\/)reason\.ts$/ },
  { name: 'fault', from: /(?:^|\/)said\.ts$/ },
]

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
  const makers = new Set<string>()
  new Visitor({
    ImportDeclaration({ source: { value }, specifiers }) {
      const maker = MAKERS.find(({ from }) => from.test(value))?.name
      if (maker !== undefined && specifiers.some(({ local }) => local.name === maker))
        makers.add(maker)
    },
    CallExpression({ callee, arguments: [key, values], start }) {
      if (callee.type !== 'Identifier' || !makers.has(callee.name)) return
      const line = source.slice(0, start).split('\n').length
      for (const one of keysOf(key)) found.push({ line, key: one, names: namesOf(values) })
    },
  }).visit(program)
  return found
}
