import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'

interface Locked {
  packages: Record<
    string,
    { dev?: boolean; devOptional?: boolean; optional?: boolean; peer?: boolean }
  >
}

/** What no running program reads: types, source maps, notes, and what is built from. */
const UNREAD = /\.(?:map|d\.[cm]?ts|flow|tsbuildinfo|md|markdown)$/i
/** Folders of single packages that are there for others: headers, other platforms, other module systems, raw material. */
const UNUSED = [
  /^node_modules\/node-linux-[^/]+\/(?:include|share)(?:\/|$)/,
  /^node_modules\/@tabler\/icons\//,
  /^node_modules\/@tabler\/icons-react\/dist\/(?:esm|umd)(?:\/|$)/,
  /^node_modules\/stripe\/cjs(?:\/|$)/,
  /^node_modules\/@sentry\/[^/]+\/build\/npm\/cjs(?:\/|$)/,
  /^node_modules\/@mantine\/[^/]+\/cjs(?:\/|$)/,
  /^node_modules\/@typescript\//,
]

function isRead(path: string): boolean {
  if (UNREAD.test(path) || UNUSED.some((pattern) => pattern.test(path))) return false
  const runtime = /^node_modules\/onnxruntime-node\/bin\/napi-v\d+\/([^/]+)(?:\/([^/]+))?/.exec(
    path,
  )
  if (!runtime) return true
  const [, platform, processor = process.arch] = runtime
  return platform === process.platform && processor === process.arch
}

/** Copies the installed packages that the running program may need, as the lockfile tells them from those of development. */
export function stageDependencies(root: string, target: string): void {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Locked
  for (const [path, entry] of Object.entries(packages)) {
    const isOther = path === '' || entry.dev || entry.devOptional
    if (isOther || !existsSync(join(root, path)) || !isRead(`${path}/`)) continue
    cpSync(join(root, path), join(target, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => {
        const inside = relative(root, source)
        // Those that lie within are packages of their own in the lockfile.
        if (inside !== path && inside.slice(path.length).startsWith('/node_modules')) return false
        return isRead(lstatSync(source).isDirectory() ? `${inside}/` : inside)
      },
    })
  }
  mkdirSync(join(target, 'node_modules', '.bin'), { recursive: true })
  const program = join('..', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  symlinkSync(program, join(target, 'node_modules', '.bin', 'node'))
}
