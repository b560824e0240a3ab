import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readTexts } from './read-texts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = [
  'brands',
  'content',
  'contract',
  'engine',
  'lib',
  'messages',
  'server',
  'test-payments',
  'web',
]

/** One word for one thing (docs/glossary.md): what is said instead of it. */
const UNWANTED: readonly { word: RegExp; instead: string }[] = [
  { word: /(?<!--)\bpictures?\b/i, instead: 'image, or photo for what a camera took' },
  { word: /\be-mails?\b|(?<![-\w])mails?\b(?!:)/i, instead: 'email' },
  { word: /\bsign(?:ed|ing|s)?[ -](?:ins?|out)\b/i, instead: 'log in, log out' },
  {
    word: /\b(?:please|to|and|or) login\b|\blogin (?:to|with|again)\b/i,
    instead: 'log in, the verb',
  },
  { word: /\b(?:un)?marked images?\b|\bcorner mark\b/i, instead: 'watermark' },
]

/** Texts that the specification quotes. */
const SPECIFIED = new Set(['Please login to upgrade.', 'content pictures'])

/** What customers never read: SQL, patterns of prompts, what only the operator's console or log says. */
const NOT_FOR_CUSTOMERS =
  /insert-job|check-books|read-margins|read-reconciliation|read-deletion|moderation\/(prompt|names|likeness|bathing)-|^engine\/(import|illustrations|safety|checks)\/|platform\/mail\/|server\/main\.ts/

/** Code, and the files of messages. */
const TEXT_FILE =
  /(?<!\.test)\.tsx?$|^(?:(?:web|test-payments|server\/domains\/[^/]+)\/)?messages\/.+\.json$/

/** Each message, one a line of its file. */
const readMessages = (content: string) =>
  Object.values(JSON.parse(content) as Record<string, string>).map((text, index) => ({
    line: index + 2,
    text,
  }))

const wrongOf = (text: string): string[] =>
  SPECIFIED.has(text)
    ? []
    : UNWANTED.flatMap(({ word, instead }) => {
        const found = word.exec(text)?.[0]
        return found ? [`"${found}" in "${text.trim()}": say ${instead}`] : []
      })

it('texts for customers have one word for one thing', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll('\\', '/')}`,
    ),
  ).filter((file) => TEXT_FILE.test(file) && !NOT_FOR_CUSTOMERS.test(file))
  const texts = files.flatMap((file) => {
    const content = readFileSync(join(root, file), 'utf8')
    const found = file.endsWith('.json') ? readMessages(content) : readTexts(file, content)
    return found.map((text) => ({ file, ...text }))
  })
  expect(texts.length).toBeGreaterThan(1500)
  expect(
    texts.flatMap(({ file, line, text }) =>
      wrongOf(text).map((wrong) => `${file}:${line} ${wrong}`),
    ),
  ).toEqual([])
})

it('finds a word that is not wanted in a literal, a template, an attribute and between tags', () => {
  const source = `
    // A picture in a comment is nobody's.
    const a = 'Choose a picture'
    const b = \`\${n} pictures left\`
    const kind = 'picture'
    export const C = () => <p title="Your e-mail">Sign in <b>now</b></p>`
  expect(readTexts('c.tsx', source).flatMap(({ text }) => wrongOf(text)).length).toBe(4)
})
