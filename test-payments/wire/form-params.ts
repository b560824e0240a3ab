import { ApiError } from './api-error.ts'

/** A decoded body or query: texts, objects and arrays of them. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }
export type FormParams = Record<string, FormValue>

const NAME = /^[^[\]]+/
const STEP = /\[([^[\]]*)\]/y
const MAX_DEPTH = 12

type Node = Map<string, Node | string>

function pathOf(name: string): string[] {
  const head = NAME.exec(name)?.[0]
  if (head === undefined) throw new ApiError(`Invalid parameter name: ${name}`)
  const path = [head]
  STEP.lastIndex = head.length
  for (let step = STEP.exec(name); step; step = STEP.exec(name)) path.push(step[1] ?? '')
  if (path.length > MAX_DEPTH) throw new ApiError(`Too deeply nested: ${name}`)
  return path
}

function put(node: Node, path: string[], value: string): void {
  const [head = '', ...rest] = path
  // `a[]=1&a[]=2` is a list in the order of its parts.
  const key = head === '' ? String(node.size) : head
  if (rest.length === 0) {
    node.set(key, value)
    return
  }
  const known = node.get(key)
  const next = known instanceof Map ? known : new Map<string, Node | string>()
  node.set(key, next)
  put(next, rest, value)
}

function toValue(node: Node | string): FormValue {
  if (typeof node === 'string') return node
  const keys = [...node.keys()]
  if (keys.every((key) => /^\d+$/.test(key))) {
    return [...node]
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(([, inner]) => toValue(inner))
  }
  return toRecord(node)
}

function toRecord(node: Node): FormParams {
  return Object.fromEntries([...node].map(([key, inner]) => [key, toValue(inner)]))
}

/**
 * Decodes `items[0][price]=price_1&expand[]=customer` as Stripe does.
 * @throws {ApiError} a name that cannot be read
 */
export function decodeForm(text: string): FormParams {
  const root: Node = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    // PostgreSQL keeps no NUL.
    if ((name + value).includes('\0'))
      throw new ApiError('Invalid string: it holds a NUL character')
    put(root, pathOf(name), value)
  }
  return toRecord(root)
}
