import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, parseSync, Visitor } from 'oxc-parser'
import { expect, it } from 'vitest'

const WEB = join(import.meta.dirname, '..')

/** What of a query client takes a key as its first argument. */
const TAKES_KEY =
  /^(?:(?:get|set|ensure)Query(?:Data|Defaults)|(?:get|set)MutationDefaults|getQueryState)$/
const IS_KEY = /^(?:query|mutation)Key$/

const nameOf = (node: Node): string => (node.type === 'Identifier' ? node.name : '')

/** An expression without the types around it. */
const bare = (node: Node): Node =>
  node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression'
    ? bare(node.expression)
    : node

/**
 * The keys of queries that a file writes out as arrays: as `queryKey`, also in an object or a variable of that name, as
 * the first argument of what takes a key, or in a variable or a call's result of the file's own that is used as one.
 */
function findWrittenKeys(name: string, text: string): string[] {
  const { program } = parseSync(name, text)
  const arrays = new Map<string, Node>()
  const used: Node[] = []
  const found: string[] = []
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init === null) return
      const value = bare(init)
      const made = value.type === 'ArrowFunctionExpression' ? bare(value.body) : value
      if (made.type === 'ArrayExpression') arrays.set(nameOf(id), made)
      if (made.type === 'ObjectExpression') {
        for (const part of made.properties) {
          if (part.type !== 'Property') continue
          const inner = bare(part.value)
          const result = inner.type === 'ArrowFunctionExpression' ? bare(inner.body) : inner
          if (result.type === 'ArrayExpression') {
            arrays.set(`${nameOf(id)}.${nameOf(part.key)}`, result)
          }
        }
      }
      if (IS_KEY.test(nameOf(id))) used.push(made)
    },
    Property({ key, value }) {
      if (IS_KEY.test(nameOf(key))) used.push(value)
    },
    CallExpression({ callee, arguments: [first] }) {
      const method = callee.type === 'MemberExpression' ? nameOf(callee.property) : ''
      if (first && TAKES_KEY.test(method)) used.push(first)
    },
  }).visit(program)
  for (const node of used) {
    const value = bare(node)
    const source = value.type === 'CallExpression' ? value.callee : value
    const path =
      source.type === 'MemberExpression'
        ? `${nameOf(source.object)}.${nameOf(source.property)}`
        : nameOf(source)
    const array = value.type === 'ArrayExpression' ? value : arrays.get(path)
    if (array) found.push(text.slice(array.start, array.end))
  }
  return found
}

it.each([
  ['useQuery({ queryKey: [1] })'],
  ['useQuery({ queryKey:\n  [1] })'],
  ['client.setQueryData([1], null)'],
  ['client.getQueryData<string>([1])'],
  ['const queryKey = [1] as const; useQuery({ queryKey })'],
  ['const keys = { own: [1] }; useQuery({ queryKey: keys.own })'],
  ['const keys = { own: (x) => [1] }; useQuery({ queryKey: keys.own(2) })'],
  ['const keyOf = (x) => [1]; client.setQueryData(keyOf(2), null)'],
])('finds the key in %s', (text) => {
  expect(new Set(findWrittenKeys('a.tsx', text))).toEqual(new Set(['[1]']))
})

it('takes no other array for a key', () => {
  const text = 'const names = [1]; useQuery({ queryKey: queryKeys.job(id), select: () => names })'
  expect(findWrittenKeys('a.tsx', text)).toEqual([])
})

it('is the only place that writes a key of what is read', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  expect(files.length).toBeGreaterThan(300)
  const others = files.flatMap((file) =>
    findWrittenKeys(file, readFileSync(join(WEB, file), 'utf8')).map((key) => `${file}: ${key}`),
  )
  expect(others).toEqual([])
})
