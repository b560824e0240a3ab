/**
 * Makes ready what an npm script needs and does only what is missing:
 *
 *   node scripts/prepare.mjs              the dependencies, exactly as package-lock.json has them
 *   node scripts/prepare.mjs web          these and the web app in build/ (--force: builds anew)
 *
 * Plain JavaScript without dependencies, for it runs before there are any, on the Node of the
 * machine (20 or later). Everything after it runs on the Node that the dependencies bring.
 * Killed at any point, the next run mends what was left; several at once wait for each other.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingDependency } from './prepare/dependencies.mjs'
import { ensureNode, installDependencies } from './prepare/install.mjs'
import { holdLock } from './prepare/lock.mjs'
import { run } from './prepare/run.mjs'
import { hashInputs } from './prepare/web-inputs.mjs'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
const bin = join(root, 'node_modules', '.bin')
const stamp = join(root, 'build', '.inputs')

/** Why the web app must be built, or null. The stamp is written last, so half a build has none. */
function missingBuild() {
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

async function buildWeb(lock) {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PATH: `${bin}${delimiter}${process.env.PATH}`,
  }
  const inputs = hashInputs(root)
  rmSync(stamp, { force: true })
  await run(join(bin, 'react-router'), ['build', '--logLevel', 'warn'], { cwd: root, env, lock })
  writeFileSync(stamp, inputs)
}

async function prepare() {
  const web = process.argv.includes('web')
  const force = process.argv.includes('--force')
  const needed = () => missingDependency(root) ?? (web ? missingBuild() : null)
  if (force || needed()) {
    const lock = await holdLock(join(root, '.cache', 'prepare.lock'))
    try {
      const dependency = missingDependency(root)
      if (dependency) {
        await timed('Installing dependencies', dependency, () => installDependencies(root, lock))
      }
      ensureNode(root)
      const build = force ? 'asked for' : missingBuild()
      if (web && build) await timed('Building the web app', build, () => buildWeb(lock))
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
