import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type CompiledMessages, compileMessages } from './compile-messages.ts'

const FOLDER = join(import.meta.dirname, '../../messages')

const compiled = new Map<string, CompiledMessages | null>()

/** A feature's messages in a language, read at their first use; null: they are not translated. */
export function catalogueOf(language: string, feature: string): CompiledMessages | null {
  const name = `${language}/${feature}.json`
  const known = compiled.get(name)
  if (known !== undefined) return known
  const file = join(FOLDER, name)
  const messages = existsSync(file)
    ? compileMessages(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>, name)
    : null
  compiled.set(name, messages)
  return messages
}

/** The features that have messages in a language. */
export const featuresIn = (language: string): string[] =>
  existsSync(join(FOLDER, language))
    ? readdirSync(join(FOLDER, language))
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.slice(0, -'.json'.length))
        .toSorted()
    : []
