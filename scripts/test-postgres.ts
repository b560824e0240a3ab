/**
 * Runs tests on another version of PostgreSQL than the embedded one, which npm brings into `.cache/`:
 *
 *   npm run test:postgres -- 15 [test files]
 *
 * Without files: the database layer, the queue and a few journeys.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLibraryLinks } from '#server/platform/embedded-postgres/binaries.ts'
import { pickPort } from '#server/platform/embedded-postgres/port.ts'
import { chooseRunAs, type RunAs } from '#server/platform/embedded-postgres/run-as.ts'

const root = join(import.meta.dirname, '..')
const RELEASES: Record<string, string> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
}
const FILES = [
  'server/platform/db',
  'server/platform/queue.api.test.ts',
  'server/platform/rate-limit.api.test.ts',
  'server/domains/credits',
  'server/domains/library',
  'server/domains/jobs/children',
  'server/domains/community/reports',
  'server/domains/privacy',
  'server/http',
]

function run(program: string, args: string[], options: { cwd?: string } & RunAs['identity']): void {
  const { status } = spawnSync(program, args, { stdio: 'inherit', ...options })
  if (status !== 0) throw new Error(`${program} ended with ${status}`)
}

/** @returns the folder of the version's package */
function install(major: string): string {
  const release = RELEASES[major]
  if (!release) throw new Error(`Usage: test:postgres ${Object.keys(RELEASES).join('|')} [files]`)
  const folder = join(root, '.cache', `postgres-${major}`)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
  run('npm', ['install', ...flags, `${name}@${release}`], { cwd: folder })
  const found = join(folder, 'node_modules', name)
  makeLibraryLinks(found)
  return found
}

async function main(): Promise<void> {
  const [major = '', ...files] = process.argv.slice(2)
  const bin = join(install(major), 'native', 'bin')
  const runAs = chooseRunAs()
  const scratch = mkdtempSync(join(tmpdir(), 'atelier-postgres-'))
  chownSync(scratch, runAs.owner.uid, runAs.owner.gid)
  const port = await pickPort()
  const data = join(scratch, 'data')
  const started = (program: string, args: string[]) =>
    run(...runAs.command(join(bin, program), args), runAs.identity)
  const settings = [
    `-p ${port}`,
    '-c fsync=off',
    '-c unix_socket_directories=',
    '-c max_connections=200',
  ]
  started('initdb', [`-D`, data, '-U', 'atelier', '--auth=trust', '-E', 'UTF8', '--no-locale'])
  started('pg_ctl', [
    '-w',
    '-D',
    data,
    '-l',
    join(scratch, 'log'),
    '-o',
    settings.join(' '),
    'start',
  ])
  try {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const args = ['run', '--project', 'api', ...(files.length > 0 ? files : FILES)]
    const url = `postgres://atelier@127.0.0.1:${port}/postgres`
    const child = spawn(process.execPath, [vitest, ...args], {
      cwd: root,
      env: { ...process.env, TEST_POSTGRES_URL: url },
      stdio: 'inherit',
    })
    process.exitCode = await new Promise<number>((resolve) =>
      child.once('exit', (code) => resolve(code ?? 1)),
    )
  } finally {
    started('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
    rmSync(scratch, { recursive: true, force: true })
  }
}

await main()
