import { relative } from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

/** The files of messages, a folder a language: `web/messages/en/accounts.json`. */
export const MESSAGE_FILE = /\/web\/messages\/[^/]+\/[^/]+\.json$/

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

/** Compiles the messages at build time, so that no browser reads ICU's syntax (decision 0059). */
export function messages(): Plugin {
  return {
    name: 'messages',
    // Before Vite makes a module of the JSON.
    enforce: 'pre',
    transform(code, id) {
      const file = id.replace(/\?.*$/, '')
      return MESSAGE_FILE.test(file)
        ? { code: compileMessages(relative(process.cwd(), file), code), map: null }
        : null
    },
  }
}
