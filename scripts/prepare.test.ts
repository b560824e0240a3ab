import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { missingDependency } from './prepare/dependencies.mjs'
import { keepAssets } from './prepare/keep-assets.mjs'
import { holdLock } from './prepare/lock.mjs'
import { hashInputs } from './prepare/web-inputs.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'prepare-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, content: unknown): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), typeof content === 'string' ? content : JSON.stringify(content))
}

/** The number of a process that has ended. */
function dead(): number {
  return spawnSync('true').pid
}

describe('missingDependency', () => {
  it('finds nothing to do in this repository, or every start would install again', () => {
    expect(missingDependency(join(import.meta.dirname, '..'))).toBeNull()
  })

  const zod = { version: '4.6.7' }

  beforeEach(() => {
    write('package-lock.json', {
      packages: { '': {}, 'node_modules/zod': zod, 'node_modules/mac': { optional: true } },
    })
    write('node_modules/.package-lock.json', { packages: { 'node_modules/zod': zod } })
    write('node_modules/zod/package.json', zod)
  })

  it('finds nothing to do where all is installed but what is for other platforms', () => {
    expect(missingDependency(root)).toBeNull()
  })

  it('finds an install that never ended', () => {
    rmSync(join(root, 'node_modules/.package-lock.json'))
    expect(missingDependency(root)).toBe('not installed yet')
    write('node_modules/.package-lock.json', '{"packages": {')
    expect(missingDependency(root)).toBe('the record of the installed ones is damaged')
  })

  it('finds a changed version, a new, a dropped and a deleted package', () => {
    write('package-lock.json', { packages: { 'node_modules/zod': { version: '4.7.0' } } })
    expect(missingDependency(root)).toBe('node_modules/zod is not 4.7.0')
    write('package-lock.json', { packages: { 'node_modules/zod': zod, 'node_modules/pg': {} } })
    expect(missingDependency(root)).toBe('node_modules/pg is missing')
    write('package-lock.json', { packages: {} })
    expect(missingDependency(root)).toBe('node_modules/zod is not in the lockfile')
    write('package-lock.json', { packages: { 'node_modules/zod': zod } })
    rmSync(join(root, 'node_modules/zod'), { recursive: true })
    expect(missingDependency(root)).toBe('node_modules/zod is gone')
  })
})

describe('hashInputs', () => {
  it('changes with a source, its name and a config, not with a test', () => {
    write('web/app/root.tsx', 'a')
    const seen = [hashInputs(root)]
    write('web/app/root.test.tsx', 'test')
    expect(hashInputs(root)).toBe(seen[0])
    write('web/app/root.tsx', 'b')
    seen.push(hashInputs(root))
    rmSync(join(root, 'web/app/root.tsx'))
    write('web/app/home.tsx', 'b')
    seen.push(hashInputs(root))
    write('vite.config.ts', 'c')
    seen.push(hashInputs(root))
    expect(new Set(seen).size).toBe(4)
  })
})

describe('keepAssets', () => {
  const DAY_MS = 24 * 60 * 60 * 1000
  const kept = () => readdirSync(join(root, 'new/client/assets')).toSorted()

  it('takes along what open pages may ask for, a week long, and replaces nothing', () => {
    write('old/client/assets/page-a.js', 'old')
    write('old/client/assets/shared.js', 'old')
    write('new/client/assets/shared.js', 'new')
    const taken = keepAssets(join(root, 'old'), join(root, 'new'), Date.now() + 6 * DAY_MS)
    expect(taken).toEqual(['client/assets/page-a.js'])
    expect(kept()).toEqual(['page-a.js', 'shared.js'])
    expect(readFileSync(join(root, 'new/client/assets/shared.js'), 'utf8')).toBe('new')

    // It is the build that made it whose age counts, not the one that took it along.
    rmSync(join(root, 'old'), { recursive: true })
    renameSync(join(root, 'new'), join(root, 'old'))
    write('new/client/assets/page-b.js', 'new')
    keepAssets(join(root, 'old'), join(root, 'new'), Date.now() + 8 * DAY_MS)
    expect(kept()).toEqual(['page-b.js'])
  })

  it('has nothing to do for the first build', () => {
    write('new/client/assets/page-b.js', 'new')
    keepAssets(join(root, 'old'), join(root, 'new'))
    expect(kept()).toEqual(['page-b.js'])
  })
})

describe('holdLock', () => {
  it('takes over a lock whose processes are gone, or that says nothing', async () => {
    const path = join(root, 'lock')
    for (const left of [JSON.stringify([{ pid: dead(), start: '1' }]), '', 'half a li']) {
      writeFileSync(path, left)
      const lock = await holdLock(path)
      expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject([{ pid: process.pid }])
      lock.release()
      expect(existsSync(path)).toBe(false)
    }
  })

  it('takes over a lock whose process number was given to another process', async () => {
    const path = join(root, 'lock')
    writeFileSync(path, JSON.stringify([{ pid: 1, start: 'another time' }]))
    const lock = await holdLock(path)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject([{ pid: process.pid }])
    lock.release()
  })

  it('takes over a lock whose process number was given to a process of another user', async () => {
    const path = join(root, 'lock')
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
    })
    try {
      // Of another time, and, where the time cannot be read, in a lock of our own.
      for (const start of ['another time', null]) {
        writeFileSync(path, JSON.stringify([{ pid: start ? 1 : 4_000_000, start }]))
        const lock = await holdLock(path)
        expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject([{ pid: process.pid }])
        lock.release()
      }
    } finally {
      kill.mockRestore()
    }
  })

  it('waits for a process that the dead holder had started', async () => {
    const path = join(root, 'lock')
    const child = spawn('sleep', ['30'])
    const first = await holdLock(path)
    first.add(child.pid ?? 0)
    const holders = JSON.parse(readFileSync(path, 'utf8')) as { pid: number }[]
    // As if this process had been killed and only its child lived on.
    writeFileSync(path, JSON.stringify(holders.filter(({ pid }) => pid === child.pid)))

    let held = false
    const second = holdLock(path).then((lock) => {
      held = true
      return lock
    })
    await new Promise((resolve) => setTimeout(resolve, 800))
    expect(held).toBe(false)
    child.kill('SIGKILL')
    await once(child, 'exit')
    ;(await second).release()
    expect(existsSync(path)).toBe(false)
  })
})
