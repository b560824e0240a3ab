import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#server/platform/errors.ts'
import { createLogger } from '#server/platform/log.ts'
import { createStorage, StorageAway } from '#server/platform/storage/index.ts'
import { putPatiently } from './put-patiently.ts'

const BODY = Buffer.from('an image')
const QUICKLY = { everyMs: 5, forMs: 200 }

function storageThatFails(...errors: Error[]) {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-put-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const storage = createStorage({ folder, s3: null }, createLogger({ level: 'silent' }))
  const { put } = storage
  vi.spyOn(storage, 'put').mockImplementation((key, body) => {
    const error = errors.shift()
    return error ? Promise.reject(error) : put(key, body)
  })
  return storage
}

test('waits for a store that is away', async () => {
  const storage = storageThatFails(new StorageAway('it'), new StorageAway('it'))
  await putPatiently(storage, 'a.png', BODY, QUICKLY)
  expect(await storage.read('a.png')).toEqual(BODY)
})

test('gives up on one that stays away, and at once on one that is full', async () => {
  const away = Array.from({ length: 1000 }, () => new StorageAway('it'))
  await expect(
    putPatiently(storageThatFails(...away), 'a.png', BODY, QUICKLY),
  ).rejects.toBeInstanceOf(StorageAway)
  const full = storageThatFails(new AppError('unavailable', 'full', { userMessage: null }))
  await expect(putPatiently(full, 'a.png', BODY, QUICKLY)).rejects.toThrow('full')
  expect(await full.read('a.png')).toBeNull()
})
