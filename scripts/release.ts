/**
 * Makes a release for the platform that it runs on, in `.cache/release/`: the build, the networks and the packages
 * that the running program needs. Unpacked, `./atelier` starts it; nothing is installed or built.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findBinaries } from '#server/platform/embedded-postgres/binaries.ts'
import { ALLOCATOR_SETTINGS } from '#server/platform/process/allocator.ts'
import { collectLicenses } from './release/collect-licenses.ts'
import { linkDuplicates } from './release/link-duplicates.ts'
import { NATIVE_LIBRARIES, TIME_ZONES } from './release/rules.ts'
import { stageDependencies } from './release/stage-dependencies.ts'
import { trimCharacterTables } from './release/trim-character-tables.ts'

const root = join(import.meta.dirname, '..')
const output = join(root, '.cache', 'release')

const FOLDERS = [
  'server',
  'engine',
  'lib',
  'messages',
  'test-payments',
  'contract',
  'brands',
  'content',
  'models',
  'build',
  'deploy',
  'docs',
  // What the server itself reads of the images that the site shows.
  'web/public/showcase',
  'web/public/tools/backgrounds',
  'web/public/tools/headshots',
  'web/public/tools/looks',
]
const FILES = ['LICENSE', 'README.md', 'CHANGELOG.md']
/** Tests, and how the networks were made: of them only what is drawn with. */
const LEFT_OUT = [
  /\.test\.tsx?$|\/testing(?:\/|$)|\/__pycache__|\/checkpoints(?:\/|$)/,
  /^docs\/(?:images|decisions)(?:\/|$)/,
  /^models\/(?:showcase|convert|text-to-image\/(?:training|evaluation|decisions))(?:\/|$)/,
  /^models\/.*\.(?:py|ts)$/,
  // How a clone knows its build.
  /^build\/\.(?:inputs|earlier)$/,
]

const START = `#!/bin/sh
# Atelier: without arguments the program, else one of its commands (\`./atelier help\`).
export ATELIER_CALLED_FROM="$PWD"
cd "$(dirname "$(readlink -f "$0")")" || exit 1
export NODE_ENV=production
case "\${1:-}" in
  '' | --roles=* | --forget-test-payments)
    export ${Object.entries(ALLOCATOR_SETTINGS)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}
    set -- server/main.ts "$@"
    ;;
  *) set -- server/cli.ts "$@" ;;
esac
# Called in a shell, it works on what the service works on, not on a new database of its own.
service=/etc/atelier/env
if [ -z "\${DATA_DIR:-}\${DATABASE_URL:-}" ] && [ ! -e .env ] && [ -r "$service" ]; then
  set -- "--env-file=$service" "$@"
fi
exec ./node_modules/.bin/node "$@"
`

interface Package {
  version: string
  scripts: Record<string, string>
  devDependencies?: unknown
}

/** The same commands as in a clone, without the step that installs and builds. */
function writePackage(target: string): string {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package
  manifest.scripts = { start: 'exec ./atelier', atelier: 'exec ./atelier' }
  delete manifest.devDependencies
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest.version
}

/** Files of the build in use that are of builds before it. */
function earlierAssets(): Set<string> {
  const list = JSON.parse(readFileSync(join(root, 'build', '.earlier'), 'utf8')) as string[]
  return new Set(list.map((path) => join('build', path)))
}

function run(program: string, args: string[]): void {
  const { status } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ended with ${status}`)
}

async function main(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package
  const name = `atelier-${version}-${process.platform}-${process.arch}`
  const target = join(output, name)
  rmSync(output, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const earlier = earlierAssets()
  for (const path of [...FOLDERS, ...FILES]) {
    cpSync(join(root, path), join(target, path), {
      recursive: true,
      filter: (source) => {
        const file = relative(root, source)
        return !LEFT_OUT.some((pattern) => pattern.test(file)) && !earlier.has(file)
      },
    })
  }
  // The links that its libraries are found by: the release may lie where nobody can write.
  await findBinaries()
  await stageDependencies(root, target)
  writeFileSync(join(target, 'LICENSES'), collectLicenses(root))
  trimCharacterTables(join(target, NATIVE_LIBRARIES))
  linkDuplicates(target, ['build', 'web', TIME_ZONES])
  writePackage(target)
  writeFileSync(join(target, 'atelier'), START, { mode: 0o755 })
  const archive = `${target}.tar.gz`
  run('tar', ['--owner=0', '--group=0', '--sort=name', '-C', output, '-czf', archive, name])
  run('du', ['-sm', target])
  console.log(`${archive}: ${Math.ceil(statSync(archive).size / 1e6)} MB`)
}

await main()
