/** What the template of a command may name, each in braces. */
export const PLACEHOLDERS = [
  'dataset',
  'output',
  'steps',
  'rank',
  'learning_rate',
  'trigger',
  'class',
  'resolution',
  'base_model',
  'seed',
  'resume',
] as const
type Placeholder = (typeof PLACEHOLDERS)[number]

/** Null: it has none now, so its argument is left out. */
export type CommandValues = Readonly<Record<Placeholder, string | null>>

/** Without these nothing is learned, or nothing comes back. */
const NEEDED: readonly Placeholder[] = ['dataset', 'output']

/**
 * A command as a list of arguments, split at spaces outside of quotation marks; there is no shell, so nothing else has a meaning.
 * @throws {Error} one line that says what is wrong in it
 */
export function parseCommand(template: string): string[] {
  const parts = template.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? []
  const words = parts.map((part) => part.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'))
  if (words.length === 0) throw new Error('names no program')
  if (/["']/.test(template.replaceAll(/"[^"]*"|'[^']*'/g, '')))
    throw new Error('has a quotation mark that is not closed')
  const named = new Set([...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  const known: ReadonlySet<string | undefined> = new Set(PLACEHOLDERS)
  for (const name of named)
    if (!known.has(name)) throw new Error(`names {${name}}, which is unknown`)
  for (const name of NEEDED) if (!named.has(name)) throw new Error(`must name {${name}}`)
  return words
}

/**
 * The command with its values, each within the one argument where it stands. An argument without its value is left out, and so is
 * the option before it (`--network_weights {resume}`).
 */
export function fillCommand(words: readonly string[], values: CommandValues): string[] {
  const filled: string[] = []
  for (const word of words) {
    const names = [...word.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as Placeholder)
    if (names.some((name) => values[name] === null)) {
      const before = filled.at(-1)
      if (before?.startsWith('-') && !before.includes('=') && /^\{\w+\}$/.test(word)) filled.pop()
      continue
    }
    filled.push(word.replaceAll(/\{(\w+)\}/g, (_all, name: Placeholder) => values[name] ?? ''))
  }
  return filled
}
