import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killMembers, spawnMember } from '#tests/support/spawn-member.ts'
import { makeLibraryLinks } from './binaries.ts'
import { isPostgresOf } from './postmaster.ts'
import { nobody } from './run-as.ts'

const isRoot = process.getuid?.() === 0
const onLinux = process.platform === 'linux'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-users-')))
/** For the many copies, on a busy disk. */
const REMOVAL_MS = 60_000
/** A stopped database to copy and break. */
const whole = join(base, 'whole')

/** What runs in the folder; only Linux tells. */
function processesOf(cluster: string): string[] {
  return onLinux ? readdirSync('/proc').filter((pid) => isPostgresOf(Number(pid), cluster)) : []
}

function copyOf(name: string): string {
  const dataDir = join(base, name)
  cpSync(whole, dataDir, { recursive: true })
  return dataDir
}

beforeAll(async () => {
  chmodSync(base, 0o755)
  const member = await spawnMember(whole)
  await member.leave()
})
afterAll(() => {
  killMembers()
  rmSync(base, { recursive: true, force: true })
}, REMOVAL_MS)

describe('a damaged folder is refused by name', () => {
  it.each<[string, (cluster: string) => void]>([
    ['a file is missing', (cluster) => rmSync(join(cluster, 'global', 'pg_control'))],
    ['the control file is empty', (cluster) => truncateSync(join(cluster, 'global', 'pg_control'))],
    [
      'the log of changes is gone',
      (cluster) => rmSync(join(cluster, 'pg_wal'), { recursive: true }),
    ],
    ['the catalogue is gone', (cluster) => rmSync(join(cluster, 'base'), { recursive: true })],
    ['it is empty', (cluster) => rmSync(cluster, { recursive: true }) ?? mkdirSync(cluster)],
  ])('%s', async (name, damage) => {
    const dataDir = copyOf(`damaged ${name}`)
    const cluster = join(dataDir, 'postgres')
    damage(cluster)
    await expect(spawnMember(dataDir)).rejects.toThrow(
      `The database folder ${cluster} is damaged: `,
    )
    expect(processesOf(cluster)).toEqual([])
  })

  it('another version', async () => {
    const dataDir = copyOf('version')
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await expect(spawnMember(dataDir)).rejects.toThrow('is of PostgreSQL 17, this program runs 18.')
  })

  it('a file in its place', async () => {
    const file = join(base, 'file')
    writeFileSync(file, '')
    await expect(spawnMember(join(file, 'data'))).rejects.toThrow(file)
  })
})

describe.runIf(isRoot)('users', () => {
  const other = nobody().uid

  it('runs as a normal user, who does not touch what belongs to root', async () => {
    const home = join(base, 'home')
    mkdirSync(home)
    chownSync(home, other, other)
    const dataDir = join(home, 'data')
    const member = await spawnMember(dataDir, { uid: other })
    await member.leave()
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(other)
    await expect(spawnMember(whole, { uid: other })).rejects.toThrow(
      /belongs to another user|permission denied/,
    )
    await expect(spawnMember(dataDir)).rejects.toThrow(
      `${dataDir}/run belongs to another user (uid ${other},`,
    )
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(other)
  })

  it('runs for root without user namespaces, and either way on the same data', async () => {
    const dataDir = join(base, 'modes')
    for (const rootMode of ['nobody', 'namespace', 'nobody'] as const) {
      const member = await spawnMember(dataDir, { rootMode })
      expect(statSync(join(dataDir, 'postgres')).uid).toBe(rootMode === 'nobody' ? other : 0)
      // Root joins what runs already, however it was started.
      const second = await spawnMember(dataDir, { rootMode: 'namespace' })
      await member.leave()
      await second.leave()
    }
  })

  it('says that a folder cannot be written', async () => {
    const locked = join(base, 'locked')
    mkdirSync(locked, { mode: 0o755 })
    await expect(spawnMember(join(locked, 'data'), { uid: other })).rejects.toThrow(
      `${locked}/data: permission denied.`,
    )
  })
})

describe.runIf(isRoot && onLinux)('disks', () => {
  const mountPoint = join(base, 'disk')
  const mount = (options: string) => {
    mkdirSync(mountPoint, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'none', mountPoint])
    return () => execFileSync('umount', [mountPoint])
  }

  // PostgreSQL itself would give a different reason for each of these.
  it.each([1, 12, 20, 60])(
    'says that a disk of %i MB is full, and leaves nothing half made',
    async (size) => {
      const unmount = mount(`size=${size}m`)
      try {
        await expect(spawnMember(mountPoint)).rejects.toThrow(
          new RegExp(
            `^${mountPoint}: the disk is full. A new database needs 64 MB, [0-9]+ MB are free.$`,
          ),
        )
        expect(existsSync(join(mountPoint, 'postgres'))).toBe(false)
      } finally {
        unmount()
      }
    },
  )

  it('says that the disk is read-only', async () => {
    const unmount = mount('size=100m,ro')
    try {
      await expect(spawnMember(join(mountPoint, 'data'))).rejects.toThrow('the disk is read-only')
    } finally {
      unmount()
    }
  })
})

describe('library links', () => {
  const root = join(base, 'package')
  beforeAll(() => {
    mkdirSync(join(root, 'native', 'lib'), { recursive: true })
    writeFileSync(
      join(root, 'native', 'pg-symlinks.json'),
      JSON.stringify([{ source: 'native/lib/liba.so.1.2', target: 'native/lib/liba.so' }]),
    )
    writeFileSync(join(root, 'native', 'lib', 'liba.so.1.2'), 'library')
  })

  it('are made once', () => {
    makeLibraryLinks(root)
    makeLibraryLinks(root)
    expect(statSync(join(root, 'native', 'lib', 'liba.so')).size).toBe('library'.length)
  })

  it('say what to do where they cannot be made, unless the library was left out', () => {
    const unwritable = join(base, 'unwritable')
    mkdirSync(join(unwritable, 'native'), { recursive: true })
    symlinkSync('/proc/self', join(unwritable, 'native', 'lib'))
    writeFileSync(
      join(unwritable, 'native', 'pg-symlinks.json'),
      JSON.stringify([{ source: 'native/liba.so.1.2', target: 'native/lib/liba.so' }]),
    )
    makeLibraryLinks(unwritable)
    writeFileSync(join(unwritable, 'native', 'liba.so.1.2'), 'library')
    expect(() => makeLibraryLinks(unwritable)).toThrow(
      /^Cannot make the link .*liba\.so that PostgreSQL needs/,
    )
  })
})
