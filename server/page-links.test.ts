import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { paths } from '#contract/paths.ts'

const HERE = import.meta.dirname
const patterns = Object.values(paths)
  .map(({ pattern }) => pattern)
  .filter((pattern) => pattern !== '/')
/** A parameter of a pattern as it is written out: a value in a template, or one of its own. */
const VALUE = String.raw`(?:\$\{[^}]*\}|[\w-]+)`
const pages = patterns.map((pattern) => pattern.replaceAll(/:\w+/g, () => VALUE))
/** What stands before the parameter of a pattern, for a string that a value is added to. */
const beginnings = patterns
  .filter((pattern) => pattern.includes('/:'))
  .map((pattern) => pattern.slice(0, pattern.indexOf(':')))
/** The beginning of a string, an origin in one, or a whole address up to its path; not the end of another path. */
const BEFORE = String.raw`(?:['"\`]|\$\{[^}]*(?:origin|url)[^}]*\}|https?://(?:\$\{[^}]*\}|[^\s/'"\`$])+)`
/** The address of a page, in a string or begun in one. */
const WRITTEN_OUT = new RegExp(
  String.raw`${BEFORE}(?:(?:${pages.join('|')})(?=['"\`?#$])|(?:${beginnings.join('|')})['"\`]\s*\+)`,
  'i',
)

it('finds an address that is written out', () => {
  for (const text of [
    "'/pricing'",
    '`${site.origin}/user/billing?x=1`',
    '`${publicUrl}/status`',
    '`/train/loras/${id}`',
    '`${origin}/consent/${training.id}?view=1`',
    "'/train/loras/' + id",
    "'https://atelier.example/pricing'",
    '`https://${host}/status`',
    '`http://${host}:8080/s/${id}#top`',
  ])
    expect(text).toMatch(WRITTEN_OUT)
  for (const text of [
    '`${path}/requests/${id}/status`',
    '`/api/consent/${id}`',
    "'/train/loras/'",
    "'https://atelier.example/about/pricing'",
    '`https://api.example/v1/status`',
  ])
    expect(text).not.toMatch(WRITTEN_OUT)
})

it('the server names pages by paths.ts alone', () => {
  const files = readdirSync(HERE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file),
  )
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) => {
    const written = WRITTEN_OUT.exec(readFileSync(join(HERE, file), 'utf8'))
    return written ? [`${file}: ${written[0]}`] : []
  })
  expect(found).toEqual([])
})
