/**
 * Makes ready what an npm script needs and does only what is missing:
 *
 *   node scripts/prepare.mjs              the dependencies, exactly as package-lock.json has them
 *   node scripts/prepare.mjs web          these and the web app in build/ (--force: builds again); the models are whole
 *
 * Plain JavaScript without dependencies, for it runs before there are any, on the Node of the
 * machine (20 or later). Everything after it runs on the Node that the dependencies bring.
 * Killed at any point, the next run mends what was left; several at once wait for each other.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkNetworks } from './prepare/check-networks.mjs'
import { compressFiles } from './prepare/compress-files.mjs'
import { missingDependency } from './prepare/dependencies.mjs'
import { ensureNode, installDependencies } from './prepare/install.mjs'
import { keepAssets } from './prepare/keep-assets.mjs'
import { holdLock } from './prepare/lock.mjs'
import { run } from './prepare/run.mjs'
import { hashInputs } from './prepare/web-inputs.mjs'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
const bin = join(root, 'node_modules', '.bin')
const build = join(root, 'build')

/** Holds the hash of what the build was made from. */
const STAMP = '.inputs'
/** Names the files of earlier builds, which a release leaves out. */
const EARLIER = '.earlier'

/** Why the web app must be built, or null. */
function missingBuild() {
  const stamp = join(build, STAMP)
  if (!existsSync(stamp)) return 'not built yet'
  return readFileSync(stamp, 'utf8') === hashInputs(root) ? null : 'its sources have changed'
}

/** Says what is being done and, when it is, how long it took. */
async function timed(what, why, work) {
  const started = performance.now()
  console.log(`${what} (${why}) ...`)
  await work()
  console.log(`${what}: done in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** Builds beside the build in use, which stays whole for those who read it until the new one is. */
async function buildWeb(lock) {
  const fresh = join(root, '.cache', 'build.new')
  const old = join(root, '.cache', 'build.old')
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    BUILD_DIRECTORY: relative(root, fresh),
    PATH: `${bin}${delimiter}${process.env.PATH}`,
  }
  const inputs = hashInputs(root)
  for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })
  const args = ['build', '--logLevel', 'warn']
  await run(join(bin, 'react-router'), args, { cwd: root, env, lock })
  await compressFiles(join(fresh, 'client'))
  writeFileSync(join(fresh, EARLIER), JSON.stringify(keepAssets(build, fresh)))
  writeFileSync(join(fresh, STAMP), inputs)
  if (existsSync(build)) renameSync(build, old)
  renameSync(fresh, build)
  rmSync(old, { recursive: true, force: true })
}

async function prepare() {
  const web = process.argv.includes('web')
  const force = process.argv.includes('--force')
  if (web) checkNetworks(root)
  const needed = () => missingDependency(root) ?? (web ? missingBuild() : null)
  if (force || needed()) {
    const lock = await holdLock(join(root, '.cache', 'prepare.lock'))
    try {
      const dependency = missingDependency(root)
      if (dependency) {
        await timed('Installing dependencies', dependency, () => installDependencies(root, lock))
      }
      ensureNode(root)
      const reason = force ? 'asked for' : missingBuild()
      if (web && reason) await timed('Building the web app', reason, () => buildWeb(lock))
    } finally {
      lock.release()
    }
  }
  ensureNode(root)
}

prepare().catch((error) => {
  console.error(`Could not prepare: ${error.message}`)
  process.exitCode = 1
})
