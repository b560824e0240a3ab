import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

/** The files of messages, a folder a language: `web/messages/en/accounts.json`, `web/messages/en/pages/pricing.json`. */
export const MESSAGE_FILE = /\/web\/messages\/[^/]+\/([\w/-]+)\.json$/
const FOLDER = join(import.meta.dirname, '../../web/messages')
/** Stands in the built code for the texts of a file until the copies of each language are made. */
const MARK = '__ATELIER_TEXTS__'
const MARKS = new RegExp(`${MARK}\\(["'\`]([\\w/-]+)\\.\\w+["'\`]\\)`, 'g')

/**
 * A file of ICU messages, compiled: a text without arguments stays a string, any other becomes nested arrays, which
 * `icu-minify/format` fills in.
 * @throws Error that names the file and the key of a message that ICU does not understand
 */
export function compileMessages(file: string, json: string): string {
  const texts = Object.entries(JSON.parse(json) as Record<string, string>)
  return JSON.stringify(
    Object.fromEntries(
      texts.map(([key, text]) => {
        try {
          return [key, compile(text)]
        } catch (error) {
          throw new Error(`${file}: ${key}: ${String(error)}`, { cause: error })
        }
      }),
    ),
  )
}

/** All languages but English, which has no folder of files of its own. */
const otherLanguages = (): string[] =>
  readdirSync(FOLDER).filter((name) => name !== 'en' && !name.includes('.'))

type Compiled = Record<string, unknown>

/** A file's compiled messages in a language; what is not translated yet is in English. */
function textsIn(language: string, name: string): Compiled {
  const read = (folder: string): Compiled => {
    const file = join(FOLDER, folder, `${name}.json`)
    return existsSync(file)
      ? (JSON.parse(compileMessages(file, readFileSync(file, 'utf8'))) as Compiled)
      : {}
  }
  return { ...read('en'), ...read(language) }
}

/** The texts of a file in every language, and a mark for them. Names of built files change with what a file of messages holds. */
function marked(name: string) {
  const all = Object.fromEntries(
    ['en', ...otherLanguages()].map((language) => [language, textsIn(language, name)]),
  )
  const hash = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 8)
  return { all, mark: `/* @__PURE__ */ ${MARK}("${name}.${hash}")` }
}

/**
 * Compiles the messages at build time, so that no browser reads ICU's syntax (decision 0059). Code for browsers gets a
 * mark in place of the texts, with a hash of them in all languages; `copyForLanguages` puts them in (decision 0141).
 */
export function messages(): Plugin {
  let isBuild = false
  return {
    name: 'messages',
    // Before Vite makes a module of the JSON.
    enforce: 'pre',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    transform(code, id) {
      const file = id.replace(/\?.*$/, '')
      const name = MESSAGE_FILE.exec(file)?.[1]
      if (name === undefined) return null
      if (this.environment?.name !== 'client') {
        return { code: compileMessages(relative(process.cwd(), file), code), map: null }
      }
      const { all, mark } = marked(name)
      const choice = Object.entries(all).map(
        ([language, texts]) => `${language}: ${JSON.stringify(texts)}`,
      )
      const texts = isBuild
        ? mark
        : `(({ ${choice.join(', ')} })[globalThis.document?.documentElement.lang] ?? ${JSON.stringify(all['en'])})`
      return { code: `export default ${texts}`, map: null, moduleType: 'js' }
    },
  }
}

/**
 * Makes the browser's files of each language from those that were built: English in their place, another language in
 * `assets/<language>/`. Relative imports stay in the folder, and addresses are turned to it.
 * @param client folder of what browsers are given
 */
export function copyForLanguages(client: string): void {
  const assets = join(client, 'assets')
  const files = readdirSync(assets).filter((name) => name.endsWith('.js'))
  const others = otherLanguages()
  for (const language of others) mkdirSync(join(assets, language), { recursive: true })
  for (const name of files) {
    const code = readFileSync(join(assets, name), 'utf8')
    const filled = (language: string) =>
      code.replaceAll(MARKS, (_, file: string) => `(${JSON.stringify(textsIn(language, file))})`)
    for (const language of others) {
      writeFileSync(
        join(assets, language, name),
        filled(language).replaceAll(/\bassets\/(?=[\w.-]+\.js\b)/g, `assets/${language}/`),
      )
    }
    writeFileSync(join(assets, name), filled('en'))
  }
}
