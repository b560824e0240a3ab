import type { CompiledMessage } from 'icu-minify/format'

function collect(node: unknown, names: Set<string>): void {
  if (!Array.isArray(node)) return
  const [name, type, ...rest] = node as unknown[]
  if (typeof name !== 'string') return
  names.add(name)
  if (typeof type === 'number' && type !== 0) {
    for (const option of rest) {
      if (typeof option !== 'object' || option === null) continue
      for (const branch of Object.values(option)) collectAll(branch, names)
    }
  } else for (const child of [type, ...rest]) collect(child, names)
}

function collectAll(message: unknown, names: Set<string>): void {
  if (Array.isArray(message)) for (const node of message as unknown[]) collect(node, names)
}

/** Returns the names of the values and tags of a compiled message, of all of its branches, sorted. */
export function argumentNames(message: CompiledMessage): string[] {
  const names = new Set<string>()
  collectAll(message, names)
  return [...names].toSorted()
}
