import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { acquireLock, tryLock } from './file-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'atelier-lock-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('lets one exclusive holder stand alone and shared ones together', () => {
  const path = join(folder, 'modes')
  const first = tryLock(path, 'shared')
  const second = tryLock(path, 'shared')
  expect(second).not.toBeNull()
  expect(tryLock(path, 'exclusive')).toBeNull()
  first?.release()
  expect(tryLock(path, 'exclusive')).toBeNull()
  second?.release()
  const alone = tryLock(path, 'exclusive')
  expect(alone).not.toBeNull()
  expect(tryLock(path, 'shared')).toBeNull()
  expect(tryLock(path, 'exclusive')).toBeNull()
  alone?.release()
})

it('is free again when its holder is killed', async () => {
  const path = join(folder, 'killed')
  const script = `
    import { tryLock } from ${JSON.stringify(`${import.meta.dirname}/file-lock.ts`)}
    const lock = tryLock(${JSON.stringify(path)}, 'exclusive')
    setInterval(() => lock, 1000)
    console.log('held')
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  await new Promise((resolve) => child.stdout.once('data', resolve))
  expect(tryLock(path, 'exclusive')).toBeNull()
  child.kill('SIGKILL')
  const lock = await vi.waitFor(() => {
    const taken = tryLock(path, 'exclusive')
    expect(taken).not.toBeNull()
    return taken
  }, 20_000)
  lock?.release()
})

it('waits for its turn, and not for ever', async () => {
  const path = join(folder, 'turns')
  const first = await acquireLock(path, 1000)
  await expect(acquireLock(path, 50)).rejects.toThrow(
    'has been locked by another process for too long',
  )
  const waiting = acquireLock(path, 5000)
  first.release()
  const second = await waiting
  second.release()
})

it('names a folder that is not there', () => {
  expect(() => tryLock(join(folder, 'none', 'lock'), 'shared')).toThrow('ENOENT')
})
