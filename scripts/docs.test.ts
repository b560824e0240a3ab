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

  it('the table of failures has a cell for each engine, and the tests that it names exist', () => {
    const page = read('docs/failure-matrix.md')
    const rows = page.split('\n').filter((line) => line.startsWith('|'))
    expect(rows.length).toBeGreaterThan(10)
    const cells = rows.map((row) => row.split('|').length)
    expect(new Set(cells).size).toBe(1)
    const files = ['engine', 'server/engines', 'server/platform', 'tests/support'].flatMap(
      (folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }),
    )
    const named = rows.flatMap((row) =>
      [...row.matchAll(/`([a-z0-9-]+)`/g)].map(([, name]) => name),
    )
    const isFile = (name = '') =>
      files.some((file) => file.endsWith(`${name}.test.ts`) || file.endsWith(`${name}.ts`))
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((name) => !isFile(name))).toEqual([])
  })

  describe.each(['docs/decisions', 'models/text-to-image/decisions'])(
    'the records of %s',
    (folder) => {
      const index = read(`${folder}/README.md`)
      const records = readdirSync(join(root, folder)).filter((file) => /^\d/.test(file))
      const titles = records.map((file) => read(join(folder, file)).split('\n', 1)[0] ?? '')

      it('are titled `# 0012 What was decided`, by the number of their file', () => {
        expect(records.length).toBeGreaterThan(10)
        const isTitle = (title: string, file = '') =>
          title.startsWith(`# ${file.slice(0, 4)} `) && /^# \d{4} [^ :]/.test(title)
        expect(titles.filter((title, at) => !isTitle(title, records[at]))).toEqual([])
      })

      it('are listed by the same titles, maybe with what replaced them', () => {
        const rows = index.split('\n').filter((line) => line.startsWith('| ['))
        const plain = rows.map((row) => row.replace(/ \([^()]*replaced by \d{4}\) \|$/, ' |'))
        const expected = records.map((file, at) => {
          const [number, title] = [file.slice(0, 4), titles[at]?.slice('# 0000 '.length)]
          return `| [${number}](${file}) | ${title} |`
        })
        expect(plain).toEqual(expected)
      })
    },
  )
})
