import { cpSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** How long a page may stay open and still find what it was built with. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000
const ASSETS = join('client', 'assets')

/**
 * Takes the files of earlier builds along into a new one: pages that are open, and a server that started with them, go on
 * asking for them. Their names carry a hash of their content, so none stands in another's way.
 * @param {string} from folder of the build in use, if there is one
 * @param {string} to folder of the new build
 * @param {number} [now] milliseconds since 1970
 * @returns {string[]} the files taken along, relative to the build
 */
export function keepAssets(from, to, now = Date.now()) {
  const [old, fresh] = [join(from, ASSETS), join(to, ASSETS)]
  if (!existsSync(old)) return []
  const kept = []
  // The files of other languages lie in folders of their own.
  for (const name of readdirSync(old, { recursive: true, encoding: 'utf8' })) {
    const file = join(old, name)
    const target = join(fresh, name)
    if (statSync(file).isDirectory()) continue
    if (existsSync(target) || now - statSync(file).mtimeMs > KEPT_MS) continue
    cpSync(file, target, { preserveTimestamps: true })
    kept.push(join(ASSETS, name))
  }
  return kept
}
