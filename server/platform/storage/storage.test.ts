import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { createLogger } from '#server/platform/log.ts'
import { startS3Double, type S3Double } from '#tests/support/doubles/s3-server.ts'
import { startStallingProxy } from '#tests/support/stalling-proxy.ts'
import { createStorage, isStorageKey, type Storage, type StoredName } from './index.ts'

const log = createLogger({ level: 'silent' })
const S3 = { bucket: 'pictures', region: 'eu-test-1', accessKeyId: 'AKTEST', secretAccessKey: 'x' }

const undo: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

function diskStorage(): { storage: Storage; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-storage-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  return { storage: createStorage({ folder, s3: null }, log), folder }
}

async function s3Storage(pageSize = 1000): Promise<{ storage: Storage; double: S3Double }> {
  const double = await startS3Double({ ...S3, pageSize })
  const s3 = { ...S3, endpoint: double.endpoint }
  const storage = createStorage({ folder: '/nowhere', s3 }, log)
  undo.push(double.close, storage.dispose)
  return { storage, double }
}

async function filesOf(storage: Storage, prefix: string): Promise<StoredName[]> {
  const found: StoredName[] = []
  for await (const page of storage.files(prefix)) found.push(...page)
  return found
}

describe.each([
  ['disk', async () => diskStorage().storage],
  ['S3', async () => (await s3Storage(2)).storage],
] as const)('storage on %s', (_, make) => {
  it('gives back what was put, with type, size and a tag that changes with the content', async () => {
    const storage = await make()
    await storage.put('a/b-1.png', Buffer.from('hello'))
    const first = await storage.head('a/b-1.png')
    expect(first).toMatchObject({ size: 5, contentType: 'image/png' })
    expect(first?.etag).toMatch(/^"[^"]+"$/)
    expect((await storage.read('a/b-1.png'))?.toString()).toBe('hello')
    await storage.put('a/b-1.png', Buffer.from('other!'))
    expect((await storage.head('a/b-1.png'))?.etag).not.toBe(first?.etag)
    expect((await storage.read('a/b-1.png'))?.toString()).toBe('other!')
  })

  it('reads ranges and still tells the whole size', async () => {
    const storage = await make()
    await storage.put('r.txt', Buffer.from('0123456789'))
    const middle = await storage.open('r.txt', { start: 2, end: 4 })
    expect(middle?.size).toBe(10)
    expect(await text(middle!.stream)).toBe('234')
    const tail = await storage.open('r.txt', { start: 7 })
    expect(await text(tail!.stream)).toBe('789')
  })

  it('tells when files were written', async () => {
    const storage = await make()
    const before = Date.now()
    for (const name of ['a', 'b', 'c'])
      await storage.put(`pictures/u/${name}.png`, Buffer.from(name))
    const found = await filesOf(storage, 'pictures/')
    expect(found.map(({ key }) => key).toSorted()).toEqual(
      ['a', 'b', 'c'].map((name) => `pictures/u/${name}.png`),
    )
    for (const { modifiedAt } of found) {
      expect(Math.abs(modifiedAt.getTime() - before)).toBeLessThan(60_000)
    }
    expect(await filesOf(storage, 'nothing/')).toEqual([])
  })

  it('removes what was begun and never finished, once it is old', async () => {
    const storage = await make()
    const never = new Readable({ read() {} })
    never.push(Buffer.alloc(6 * 1024 * 1024))
    const writing = storage.put('big.mp4', never).catch(() => 'ended')
    const removed = async (before: number) => storage.removeUnfinished(new Date(before))
    await expect.poll(() => removed(Date.now() - 60_000)).toBe(0)
    await expect.poll(() => removed(Date.now() + 60_000), { timeout: 10_000 }).toBe(1)
    expect(await removed(Date.now() + 60_000)).toBe(0)
    never.destroy()
    await writing
  })

  it('takes streams of unknown length', async () => {
    const storage = await make()
    const size = 12 * 1024 * 1024
    const chunk = Buffer.alloc(1024 * 1024, 'abcdefg')
    await storage.put('big.zip', Readable.from(Array.from({ length: 12 }, () => chunk)))
    const back = await storage.read('big.zip')
    expect(back?.length).toBe(size)
    expect(back?.subarray(-1024 * 1024).equals(chunk)).toBe(true)
  })

  it('says null for what is not there, also below a file, and deletes it without complaint', async () => {
    const storage = await make()
    await storage.put('x.png', Buffer.from('x'))
    for (const key of ['none.png', 'x.png/none.png', 'deep/er/none.png']) {
      expect(await storage.head(key)).toBeNull()
      expect(await storage.open(key)).toBeNull()
      await storage.delete(key)
    }
    await storage.delete('x.png')
    expect(await storage.head('x.png')).toBeNull()
  })

  it('lists and removes one folder and nothing beside it', async () => {
    const storage = await make()
    const inside = ['f/1.png', 'f/2.png', 'f/deep/3.png', 'f/deep/4.png', 'f/deep/5.png']
    for (const key of [...inside, 'f2/1.png', 'f.png']) await storage.put(key, Buffer.from(key))
    expect((await storage.list('f/')).toSorted()).toEqual(inside)
    expect(await storage.list('f/', 2)).toHaveLength(2)
    expect(await storage.list('none/')).toEqual([])
    await storage.deletePrefix('f/')
    await storage.deletePrefix('none/')
    expect(await storage.list('f/')).toEqual([])
    expect(await storage.head('f2/1.png')).not.toBeNull()
    expect(await storage.head('f.png')).not.toBeNull()
  })

  it('refuses keys and prefixes that lead elsewhere', async () => {
    const storage = await make()
    const body = Buffer.from('x')
    for (const key of [
      '../x',
      'a/../../x',
      '/etc/passwd',
      'a//b',
      '.hidden',
      'a/.b',
      'A.png',
      '',
    ]) {
      expect(isStorageKey(key)).toBe(false)
      await expect((async () => storage.put(key, body))()).rejects.toThrow('Not a storage key')
      await expect((async () => storage.open(key))()).rejects.toThrow('Not a storage key')
    }
    for (const prefix of ['', '/', 'a', '../', 'a//']) {
      await expect((async () => storage.deletePrefix(prefix))()).rejects.toThrow('prefix')
    }
  })

  it('checks that it can be written', async () => {
    await expect((await make()).check()).resolves.toBeUndefined()
  })
})

describe('storage on disk', () => {
  it('leaves no unfinished file behind when the source breaks', async () => {
    const { storage, folder } = diskStorage()
    await storage.put('a.png', Buffer.from('old'))
    const broken = new Readable({
      read() {
        this.push('half')
        this.destroy(new Error('the line broke'))
      },
    })
    await expect(storage.put('a.png', broken)).rejects.toMatchObject({ code: 'unavailable' })
    expect((await storage.read('a.png'))?.toString()).toBe('old')
    expect(readdirSync(join(folder, '.unfinished'))).toEqual([])
  })

  it('never shows half a file to who reads while it is replaced', async () => {
    const { storage } = diskStorage()
    const versions = ['a', 'b'].map((letter) => Buffer.alloc(300_000, letter))
    await storage.put('race.png', versions[0]!)
    const writes = Array.from({ length: 20 }, (_, i) => storage.put('race.png', versions[i % 2]!))
    const reads = Array.from({ length: 60 }, () => storage.read('race.png'))
    for (const body of await Promise.all(reads)) {
      expect(versions.some((version) => body?.equals(version))).toBe(true)
    }
    await Promise.all(writes)
  })

  it('explains in one line why it cannot write', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-storage-'))
    undo.push(() => rmSync(folder, { recursive: true, force: true }))
    // A file where the folder should be stops root too, which a read-only folder does not.
    writeFileSync(join(folder, 'media'), '')
    chmodSync(folder, 0o500)
    const lines: string[] = []
    const target = { write: (line: string) => lines.push(line) > 0 }
    const noisy = createLogger({ level: 'info', pretty: false, target: target as never })
    const storage = createStorage({ folder: join(folder, 'media'), s3: null }, noisy)
    await expect(storage.put('a.png', Buffer.from('x'))).rejects.toMatchObject({
      code: 'unavailable',
      status: 503,
      sentence: 'Files cannot be stored right now. Please try again later.',
    })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`Files cannot be stored in ${join(folder, 'media')}: `)
    chmodSync(folder, 0o700)
  })

  it('says that the disk is full', async () => {
    const { storage } = diskStorage()
    // The error that a write to a full disk ends with.
    const full = new Readable({
      read() {
        this.destroy(Object.assign(new Error('write'), { code: 'ENOSPC' }))
      },
    })
    await expect(storage.put('a.png', full)).rejects.toThrow(/: the disk is full$/)
  })

  it('has no addresses of its own', async () => {
    expect(await diskStorage().storage.signedUrl('a.png', 60)).toBeNull()
  })
})

describe('storage on S3', () => {
  it('stores bytes as they are, with their type, in calls that are signed', async () => {
    const { storage, double } = await s3Storage()
    const body = Buffer.from('exactly these bytes')
    await storage.put('a/b.png', body)
    // The double refuses unsigned calls and chunked bodies, so what arrived was neither.
    expect(double.objects.get('a/b.png')).toEqual({ body, contentType: 'image/png' })
  })

  it('sends large streams in parts', async () => {
    const { storage, double } = await s3Storage()
    const chunks = Array.from({ length: 3 }, (_, i) => Buffer.alloc(4 * 1024 * 1024, String(i)))
    await storage.put('big.mp4', Readable.from(chunks))
    expect(double.calls.filter((call) => call.includes('partNumber='))).toHaveLength(3)
    expect(double.objects.get('big.mp4')?.body.equals(Buffer.concat(chunks))).toBe(true)
  })

  it('signs addresses that anybody may read', async () => {
    const { storage } = await s3Storage()
    await storage.put('a.png', Buffer.from('open'))
    const url = await storage.signedUrl('a.png', 60)
    expect(new URL(url!).searchParams.get('X-Amz-Expires')).toBe('60')
    expect(await (await fetch(url!)).text()).toBe('open')
    expect((await fetch(new URL(url!).href.split('?')[0]!)).status).toBe(403)
  })

  it('answers 503 when the bucket takes no more', async () => {
    const { storage, double } = await s3Storage()
    double.full = true
    await expect(storage.put('a.png', Buffer.from('x'))).rejects.toMatchObject({
      code: 'unavailable',
    })
    await expect(storage.check()).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('does without a list of unfinished uploads where the store has none', async () => {
    const double = await startS3Double({ ...S3, listsUnfinished: false })
    const s3 = { ...S3, endpoint: double.endpoint }
    const storage = createStorage({ folder: '/nowhere', s3 }, log)
    undo.push(double.close, storage.dispose)
    expect(await storage.removeUnfinished(new Date())).toBe(0)
    await storage.check()
  })

  it('gives up on a store that stands still, says so at once from then on, and uses it when it is back', async () => {
    const double = await startS3Double(S3)
    const proxy = await startStallingProxy(Number(new URL(double.endpoint).port))
    const s3 = { ...S3, endpoint: `http://127.0.0.1:${proxy.port}` }
    const storage = createStorage({ folder: '/nowhere', s3 }, log)
    undo.push(double.close, proxy.close, storage.dispose)
    await storage.put('a.png', Buffer.from('x'))
    proxy.stall()
    const calls: (() => Promise<unknown>)[] = [
      () => storage.read('a.png'),
      () => storage.put('b.png', Buffer.from('y')),
      () => storage.list('a/'),
      () => storage.check(),
    ]
    const timed = async (act: () => Promise<unknown>) => {
      const begin = performance.now()
      await expect(act()).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
      return performance.now() - begin
    }
    expect(Math.max(...(await Promise.all(calls.map(timed))))).toBeLessThan(15_000)
    expect(Math.max(...(await Promise.all(calls.map(timed))))).toBeLessThan(500)
    proxy.resume()
    await expect
      .poll(() => storage.read('a.png').catch(() => null), { timeout: 15_000 })
      .toEqual(Buffer.from('x'))
  }, 60_000)
})
