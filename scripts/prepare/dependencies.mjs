import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/**
 * Compares what is installed with the lockfile. npm writes its record of what it installed last, so
 * an interrupted install has none; packages for other platforms are in the lockfile alone.
 * @param {string} root folder of the repository
 * @returns {string | null} why the dependencies must be installed, or null
 */
export function missingDependency(root) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return 'not installed yet'
  let installed
  try {
    installed = packagesOf(record)
  } catch {
    return 'the record of the installed ones is damaged'
  }
  const locked = packagesOf(join(root, 'package-lock.json'))
  for (const [path, entry] of Object.entries(locked)) {
    if (path === '') continue
    const there = installed[path]
    if (!there && !entry.optional) return `${path} is missing`
    if (there && there.version !== entry.version) return `${path} is not ${entry.version}`
    if (there && !existsSync(join(root, path, 'package.json'))) return `${path} is gone`
  }
  const extra = Object.keys(installed).find((path) => !(path in locked))
  return extra ? `${extra} is not in the lockfile` : null
}
