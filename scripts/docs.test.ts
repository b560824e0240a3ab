import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findFloors, withFloors } from './write-floors.ts'
import { configurationPage } from './write-configuration.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

function markdownFiles(): string[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  return ['README.md', 'CONTRIBUTING.md', ...docs.map((file) => join('docs', file))].filter(
    (file) => file.endsWith('.md'),
  )
}

describe('documents', () => {
  it('the page of the settings is what their schema says (`npm run docs:configuration`)', () => {
    expect(read('docs/configuration.md')).toBe(configurationPage())
  })

  it('the floors of the architecture are those of the rules (`npm run docs:floors`)', () => {
    const page = read('docs/architecture.md')
    expect(page).toBe(withFloors(page))
    expect(() => findFloors({ a: ['b'], b: ['c'], c: ['a'] })).toThrow('A circle: a -> b -> c -> a')
  })

  it('the readme is short', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(110)
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
