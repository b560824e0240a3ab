import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { paths } from '#web/app/paths.ts'

const HERE = import.meta.dirname
const patterns = Object.values(paths)
  .map(({ pattern }) => pattern)
  .filter((pattern) => pattern !== '/')
/** The address of a page at the beginning of a string, or behind an origin in one; not the end of another address. */
const WRITTEN_OUT = new RegExp(
  `(?:['"\`]|\\$\\{[^}]*(?:origin|url)[^}]*\\})(?:${patterns.join('|')})(?=['"\`?#$])`,
  'i',
)

it('finds an address that is written out', () => {
  for (const text of ["'/pricing'", '`${site.origin}/user/billing?x=1`', '`${publicUrl}/status`'])
    expect(text).toMatch(WRITTEN_OUT)
  expect('`${path}/requests/${id}/status`').not.toMatch(WRITTEN_OUT)
})

it('the server names pages by paths.ts alone', () => {
  const files = readdirSync(HERE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file),
  )
  expect(files.length).toBeGreaterThan(300)
  const found = files.filter((file) => WRITTEN_OUT.test(readFileSync(join(HERE, file), 'utf8')))
  expect(found).toEqual([])
})
