import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** The hash of each network that is committed, by its path. `npm run models:manifest` writes it. */
const MANIFEST = join('models', 'networks.json')
/** What was found right, and how the file looked then: 90 MB are not read again at every start. */
const CHECKED = join('.cache', 'networks.json')

const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/**
 * The networks of a repository: every `.onnx` and `.bin` under `models/`, but for what a training leaves.
 * @param {string} root folder of the repository
 * @returns {string[]} paths with slashes, sorted
 */
export function listNetworks(root) {
  return readdirSync(join(root, 'models'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:onnx|bin)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !path.includes('/checkpoints/'))
    .toSorted()
}

/**
 * @param {string} root
 * @param {string} path of a network, with slashes
 * @param {string} expected its hash
 * @param {Record<string, string>} checked
 * @returns {string} what stands in `checked` for a file that is right
 */
function checkNetwork(root, path, expected, checked) {
  const file = join(root, path)
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) throw new Error(`${path} is missing. Bring it back by: git checkout -- ${path}`)
  const seen = `${stat.size} ${stat.mtimeMs} ${expected}`
  if (checked[path] === seen) return seen
  if (hashOf(file) !== expected) {
    throw new Error(
      `${path} is damaged: its hash is not that of models/networks.json. Bring it back by: git checkout -- ${path}`,
    )
  }
  return seen
}

/**
 * Compares the committed networks with their manifest.
 * @param {string} root
 * @throws {Error} one line that names the first file that is missing or damaged
 */
export function checkNetworks(root) {
  const checked = readJson(join(root, CHECKED))
  const expected = Object.entries(readJson(join(root, MANIFEST)))
  const found = Object.fromEntries(
    expected.map(([path, hash]) => [path, checkNetwork(root, path, hash, checked)]),
  )
  if (JSON.stringify(found) === JSON.stringify(checked)) return
  mkdirSync(dirname(join(root, CHECKED)), { recursive: true })
  writeFileSync(join(root, CHECKED), JSON.stringify(found))
}

/** @param {string} root */
export function writeManifest(root) {
  const hashes = listNetworks(root).map((path) => [path, hashOf(join(root, path))])
  writeFileSync(join(root, MANIFEST), `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`)
}
