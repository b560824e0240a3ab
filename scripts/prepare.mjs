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
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { holdLock } from './prepare/lock.mjs'
import { missingDependency } from './prepare/dependencies.mjs'
import { hashInputs } from './prepare/web-inputs.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const stamp = join(root, 'build', '.inputs')

/** Why the web app must be built, or null. The stamp is written last, so half a build has none. */
function missingBuild() {
  if (!existsSync(stamp)) return 'not built yet'
  return readFileSync(stamp, 'utf8') === hashInputs(root) ? null : 'its sources have changed'
}

/** Runs a command to its end; its output goes to ours. Rejects unless it exits with 0. */
function run(command, args, env, lock) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
    // If this process is killed, the child works on: whoever comes next has to wait for it too.
    if (child.pid) lock.add(child.pid)
    child.once('error', fail)
    child.once('exit', (code, signal) => {
      if (code === 0) done()
      else fail(new Error(`${command} ${args.join(' ')} ended with ${signal ?? `code ${code}`}`))
    })
  })
}

/** Says what is being done and, when it is, how long it took. */
async function timed(what, why, work) {
  const started = performance.now()
  console.log(`${what} (${why}) ...`)
  await work()
  console.log(`${what}: done in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

async function installDependencies(lock) {
  // npm must not run on the Node inside the folder that it is about to replace.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => resolve(entry) !== resolve(bin))
    .join(delimiter)
  const env = { ...process.env, PATH: path, NODE_ENV: 'development' }
  const npm = process.env.npm_execpath
  const node = process.env.npm_node_execpath
  const outside = npm && node && existsSync(node) && !resolve(node).startsWith(bin)
  // No package needs its install script: what they would fetch or build comes in other ways.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  args.push('--include=dev', '--include=optional')
  // The record of what is installed goes first: a killed install must not pass for a whole one.
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true })
  if (outside) await run(node, [npm, ...args], env, lock)
  else await run('npm', args, env, lock)
}

async function buildWeb(lock) {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PATH: `${bin}${delimiter}${process.env.PATH}`,
  }
  const inputs = hashInputs(root)
  rmSync(stamp, { force: true })
  await run(join(bin, 'react-router'), ['build'], env, lock)
  writeFileSync(stamp, inputs)
}

/** The Node that npm scripts will find: the one of the dependencies, else the machine's. */
function checkNode() {
  if (existsSync(join(bin, 'node'))) return
  const major = Number(process.versions.node.split('.')[0])
  if (major >= 24) return
  throw new Error(
    `Atelier runs on Node 24. For ${process.platform} ${process.arch} it does not come with the ` +
      `dependencies: install Node 24 or later (this is ${process.version}).`,
  )
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
        await timed('Installing dependencies', dependency, () => installDependencies(lock))
      }
      checkNode()
      const build = force ? 'asked for' : missingBuild()
      if (web && build) await timed('Building the web app', build, () => buildWeb(lock))
    } finally {
      lock.release()
    }
  }
  checkNode()
}

prepare().catch((error) => {
  console.error(`Could not prepare: ${error.message}`)
  process.exitCode = 1
})
