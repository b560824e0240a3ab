import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sweepFolders } from './sweep-folders.ts'

const folder = mkdtempSync(join(tmpdir(), 'atelier-sweep-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('what was not touched for too long goes, and only that', async () => {
  for (const name of ['old', 'new']) mkdirSync(join(folder, name))
  const now = Date.now()
  utimesSync(join(folder, 'old'), now / 1000, (now - 5000) / 1000)
  await sweepFolders(folder, 4000, now)
  expect(readdirSync(folder)).toEqual(['new'])
  await sweepFolders(join(folder, 'nowhere'), 1, now)
})
