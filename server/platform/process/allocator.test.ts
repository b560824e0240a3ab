import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ALLOCATOR_SETTINGS, dropAllocatorSettings } from './allocator.ts'

it('is what npm start sets', () => {
  const file = join(import.meta.dirname, '../../../package.json')
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: { start: string } }
  const set = Object.fromEntries(
    [...scripts.start.matchAll(/(MALLOC_\w+)=(\d+)/g)].map(([, name, value]) => [name, value]),
  )
  expect(set).toEqual(ALLOCATOR_SETTINGS)
})

it('is not handed on to other processes', () => {
  const env = { ...ALLOCATOR_SETTINGS, PATH: '/bin' }
  dropAllocatorSettings(env)
  expect(env).toEqual({ PATH: '/bin' })
})
