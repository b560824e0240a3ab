import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, join, resolve, sep } from 'node:path'
import { run } from './run.mjs'

// No package needs its install script: what they would fetch or build comes in other ways.
const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/** The package that holds Node for this machine. */
const nodePackage = `node-${process.platform}-${process.arch}`

/** Below these versions npm leaves out the native parts of Vite, oxlint and others. */
function isTooOldToInstall(version) {
  const [major, minor] = version.split('.').map(Number)
  return (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 12)
}

/** How to call npm: by the Node that runs it now, unless that lies in the folder to be replaced. */
function npmCommand(root) {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const outside =
    node && existsSync(node) && !resolve(node).startsWith(join(root, 'node_modules') + sep)
  return npm && outside ? { command: node, args: [npm] } : { command: 'npm', args: [] }
}

/** Fetches Node alone into a folder of its own and returns the path of its program. */
async function fetchNode(root, folder, options) {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const version = lockfile.packages[`node_modules/${nodePackage}`]?.version
  if (!version) return null
  const { command, args } = npmCommand(root)
  const wanted = ['install', '--no-save', '--prefix', folder, `${nodePackage}@${version}`]
  await run(command, [...args, ...wanted, ...QUIET], options)
  return join(folder, 'node_modules', nodePackage, 'bin', 'node')
}

/**
 * Installs the dependencies exactly as the lockfile has them.
 * @param {string} root folder of the repository
 * @param {{ add(pid: number): void }} lock
 * @returns {Promise<void>}
 */
export async function installDependencies(root, lock) {
  const bin = join(root, 'node_modules', '.bin')
  // npm must not run on the Node inside the folder that it is about to replace.
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => resolve(entry) !== bin)
  const env = { ...process.env, PATH: path.join(delimiter), NODE_ENV: 'development' }
  const options = { cwd: root, env, lock }

  let { command, args } = npmCommand(root)
  const fetched = join(root, '.cache', 'node')
  if (args.length > 0 && isTooOldToInstall(process.versions.node)) {
    command = (await fetchNode(root, fetched, options)) ?? command
  }
  // The record of what is installed goes first: a killed install must not pass for a whole one.
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true })
  await run(command, [...args, 'ci', ...QUIET, '--include=dev', '--include=optional'], options)
  rmSync(fetched, { recursive: true, force: true })
}

/**
 * Makes sure that npm scripts find the Node of the dependencies, or else a machine's that will do.
 * npm 10 unlinks its program again when it skips the package for another processor.
 * @param {string} root folder of the repository
 * @throws Error if there is no Node to run on
 */
export function ensureNode(root) {
  const link = join(root, 'node_modules', '.bin', 'node')
  if (existsSync(link)) return
  const program = join('..', nodePackage, 'bin', 'node')
  if (existsSync(join(root, 'node_modules', '.bin', program))) {
    rmSync(link, { force: true })
    symlinkSync(program, link)
    return
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return
  throw new Error(
    `Atelier runs on Node 24. For ${process.platform} ${process.arch} it does not come with the ` +
      `dependencies: install Node 24 or later (this is ${process.version}).`,
  )
}
