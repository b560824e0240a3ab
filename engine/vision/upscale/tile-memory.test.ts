import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../../../tests/support/tile-memory.ts', import.meta.url))
/** Megabytes; a job's photo, its result and what writes the file come on top, 1200 together. */
const MOST = 600

it('holds a bounded part of memory for a tile that is doubled', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT])
  expect(Number(stdout)).toBeGreaterThan(100)
  expect(Number(stdout)).toBeLessThan(MOST)
}, 180_000)
