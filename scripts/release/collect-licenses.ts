import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Locked {
  packages: Record<
    string,
    { version?: string; license?: string; dev?: boolean; devOptional?: boolean }
  >
}

/**
 * The licenses of all packages that the program is made of, in the browser too: a release has their code, and in the build it has
 * no files of theirs. A text that several share stands once, under their names.
 */
export function collectLicenses(root: string): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Locked
  const ofText = new Map<string, string[]>()
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '' || entry.dev || entry.devOptional) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const title = `${name} ${entry.version} (${entry.license ?? 'see its text'})`
    const texts = globSync('{LICEN[CS]E,COPYING,NOTICE}*', { cwd: join(root, path) })
      .toSorted()
      .map((file) => readFileSync(join(root, path, file), 'utf8').trim())
    // Of another platform, or one that names its license and brings no text.
    const text = texts.join('\n\n')
    ofText.set(text, [...(ofText.get(text) ?? []), title])
  }
  return [...ofText]
    .map(([text, titles]) => `${titles.join('\n')}\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)
}
