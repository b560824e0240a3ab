import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { argumentNames } from '#server/texts/argument-names.ts'

/** Messages of one file: key to ICU text. */
export type MessageFile = Record<string, string>

/** The files of a language's folder by their names without `.json`: `accounts`, `pages/pricing`. */
export function readLanguage(folder: string): Map<string, MessageFile> {
  return new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.json'))
      .map((file) => [
        file.slice(0, -'.json'.length),
        JSON.parse(readFileSync(join(folder, file), 'utf8')) as MessageFile,
      ]),
  )
}

/** Returns the names of the arguments and tags of an ICU text, sorted. */
export const argumentsOf = (text: string): string[] => argumentNames(compile(text))
