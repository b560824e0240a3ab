import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const WEB = join(import.meta.dirname, '..')

it('is the only place that writes a key of what is read', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  const others = files.filter((file) => /queryKey: \[/.test(readFileSync(join(WEB, file), 'utf8')))
  expect(others).toEqual([])
})
