import { spawnSync } from 'node:child_process'
import { cpSync, globSync, lstatSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { STRIPPED } from './rules.ts'
import { tracePackages } from './trace-packages.ts'

/** Takes the names of functions out of programs; without binutils on this machine they stay. */
function stripPrograms(target: string): void {
  const programs = globSync(STRIPPED, { cwd: target }).filter(
    (path) => !lstatSync(join(target, path)).isSymbolicLink(),
  )
  const { error } = spawnSync('strip', ['--strip-unneeded', ...programs], {
    cwd: target,
    stdio: 'inherit',
  })
  if (error) console.warn(`strip (binutils) is not installed: the release is 20 MB larger`)
}

/**
 * Copies what the program may load of its packages.
 * @param root folder of the repository
 * @param target the release, in which the program's own files are already
 */
export async function stageDependencies(root: string, target: string): Promise<void> {
  const program = globSync('**/*.{ts,js}', { cwd: target, exclude: ['build/client'] })
  for (const path of await tracePackages(root, program)) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    cpSync(join(root, path), join(target, path), { recursive: true, verbatimSymlinks: true })
  }
  stripPrograms(target)
  mkdirSync(join(target, 'node_modules', '.bin'), { recursive: true })
  const node = join('..', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  symlinkSync(node, join(target, 'node_modules', '.bin', 'node'))
}
