import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'

/** Messages of one file: key to ICU text. */
export type MessageFile = Record<string, string>

/** The files of a language's folder by their names without `.json`. */
export function readLanguage(folder: string): Map<string, MessageFile> {
  return new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => [
        file.slice(0, -'.json'.length),
        JSON.parse(readFileSync(join(folder, file), 'utf8')) as MessageFile,
      ]),
  )
}

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

/** The names of the arguments and tags of an ICU text, sorted. */
export function argumentsOf(text: string): string[] {
  const names = new Set<string>()
  collectAll(compile(text), names)
  return [...names].toSorted()
}
