import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { Settings } from '#server/config/settings.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

function markdownFiles(): string[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  return ['README.md', 'CONTRIBUTING.md', ...docs.map((file) => join('docs', file))].filter(
    (file) => file.endsWith('.md'),
  )
}

describe('documents', () => {
  it('the readme has every setting, and only settings that exist', () => {
    const tables = read('README.md').split('## Configuration')[1]?.split('## Commands')[0] ?? ''
    const named = [...tables.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell]) =>
      [...(cell ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name ?? ''),
    )
    expect(named.toSorted()).toEqual(Object.keys(Settings.shape).toSorted())
  })

  it('the commands that the readme names exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...read('README.md').matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name)
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((name) => !name || !(name in scripts))).toEqual([])
  })

  it.each(markdownFiles())('the links of %s lead somewhere', (file) => {
    const links = [...read(file).matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link]) => link ?? '')
    const local = links.filter((link) => !/^[a-z]+:/.test(link))
    expect(local.filter((link) => !existsSync(join(root, dirname(file), link)))).toEqual([])
  })

  it.each(['docs/decisions', 'models/text-to-image/decisions'])(
    'every decision record of %s is listed',
    (folder) => {
      const index = read(`${folder}/README.md`)
      const records = readdirSync(join(root, folder)).filter((file) => /^\d/.test(file))
      expect(records.length).toBeGreaterThan(10)
      expect(records.filter((file) => !index.includes(`(${file})`))).toEqual([])
    },
  )
})
