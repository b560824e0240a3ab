import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['web', 'content', 'contract', 'brands', 'scripts/prepare', 'scripts/vite']
const FILES = [
  'package.json',
  'package-lock.json',
  'postcss.config.mjs',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
]

function filesUnder(root) {
  return FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  )
}

/**
 * A hash over everything that the web build reads: same hash, same build.
 * @param {string} root folder of the repository
 * @returns {string}
 */
export function hashInputs(root) {
  const hash = createHash('sha256')
  const configs = FILES.map((file) => join(root, file)).filter((file) => existsSync(file))
  for (const file of [...filesUnder(root), ...configs].toSorted((a, b) => (a < b ? -1 : 1))) {
    const content = readFileSync(file)
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
