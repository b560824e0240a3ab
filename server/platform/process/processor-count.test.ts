import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { processorCount } from './processor-count.ts'

const folder = mkdtempSync(join(tmpdir(), 'cgroup-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The count where the kernel shows these groups and these files. */
function countIn(groups: string, files: Record<string, string>): number {
  for (const [name, text] of Object.entries({ ...files, groups })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return processorCount({ groups: join(folder, 'groups'), root: join(folder, 'root') })
}

const ALL = availableParallelism()

test('without limits it is what the machine has', () => {
  expect(countIn('', {})).toBe(ALL)
  expect(countIn('0::/\n', { 'root/cpu.max': 'max 100000\n' })).toBe(ALL)
  expect(
    countIn('3:cpu,cpuacct:/\n', {
      'root/cpu,cpuacct/cpu.cfs_quota_us': '-1\n',
      'root/cpu,cpuacct/cpu.cfs_period_us': '100000\n',
    }),
  ).toBe(ALL)
  expect(processorCount({ groups: '/nowhere', root: '/nowhere' })).toBe(ALL)
})

test.each<[string, string, Record<string, string>]>([
  ['version 2, in a container', '0::/\n', { 'root/cpu.max': '150000 100000\n' }],
  ['version 2, by path', '0::/user/app\n', { 'root/user/app/cpu.max': '100000 100000\n' }],
  [
    'version 2, around the own group',
    '0::/user/app\n',
    { 'root/user/cpu.max': '100000 100000\n', 'root/user/app/cpu.max': 'max 100000\n' },
  ],
  [
    'version 1, with the path of outside',
    '4:memory:/docker/1\n3:cpu,cpuacct:/docker/1\n',
    {
      'root/cpu,cpuacct/cpu.cfs_quota_us': '100000\n',
      'root/cpu,cpuacct/cpu.cfs_period_us': '100000\n',
    },
  ],
  [
    'version 1, by path',
    '1:cpu:/app\n0::/\n',
    { 'root/cpu/app/cpu.cfs_quota_us': '50000\n', 'root/cpu/app/cpu.cfs_period_us': '100000\n' },
  ],
])('%s: one processor', (_, groups, files) => {
  expect(countIn(groups, files)).toBe(1)
})

test('a limit above what the machine has changes nothing', () => {
  expect(countIn('0::/\n', { 'root/cpu.max': `${(ALL + 5) * 100000} 100000\n` })).toBe(ALL)
})
