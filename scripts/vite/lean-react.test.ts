import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { leanPackages } from './lean-packages.ts'
import { leanReact } from './lean-react.ts'

const PACKAGES = join(import.meta.dirname, '../../node_modules')
const folder = mkdtempSync(join(tmpdir(), 'lean-react-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Transforming {
  transform: (code: string, id: string) => { code: string } | null
}

function lean(file: string): { before: string; after: string } {
  const id = join(PACKAGES, file)
  const before = readFileSync(id, 'utf8')
  const plugin = (file.startsWith('react-router/') ? leanPackages() : leanReact()) as Transforming
  return { before, after: plugin.transform(before, id)?.code ?? before }
}

/** The names in a file that nothing declares, as the linter finds them. */
function undeclaredIn(code: string): string[] {
  const settings = join(folder, 'settings.json')
  const env = { browser: true, commonjs: true, es2024: true }
  writeFileSync(
    settings,
    JSON.stringify({ categories: { correctness: 'off' }, rules: { 'no-undef': 'warn' }, env }),
  )
  writeFileSync(join(folder, 'code.js'), code)
  const linter = join(PACKAGES, '.bin/oxlint')
  const said = execFileSync(linter, ['-c', settings, '-f', 'unix', folder], { encoding: 'utf8' })
  return [...new Set([...said.matchAll(/'([\w$]+)' is not defined/g)].map(([, name]) => name!))]
}

it.each([
  'react-dom/cjs/react-dom-client.production.js',
  'react-router/dist/production/lib/router/router.js',
  'react-router/dist/production/lib/dom/lib.js',
  'react-router/dist/production/lib/dom/ssr/components.js',
  'react-router/dist/production/lib/dom/ssr/single-fetch.js',
])('takes no name away that is used in %s', (file) => {
  const { before, after } = lean(file)
  expect(after.length).toBeLessThan(before.length)
  expect(undeclaredIn(after)).toEqual(undeclaredIn(before))
})

it('refuses code that needs what is taken away', () => {
  const { transform } = leanReact() as Transforming
  const refused = (code: string) => () => transform(code, '/app/web/features/page.tsx')
  expect(refused("import { useActionState } from 'react'")).toThrow(/useActionState/)
  expect(refused("import { use, ViewTransition } from 'react'")).toThrow(/ViewTransition/)
  expect(refused("import { preload } from 'react-dom'")).toThrow(/preload/)
  expect(refused('<form action={save}>')).toThrow(/form/)
  expect(refused('<script async src="/a.js" />')).toThrow(/script/)
  expect(refused("import { use } from 'react'; <form onSubmit={save}>")).not.toThrow()
})

it('says when React has other names', () => {
  const { transform } = leanReact() as Transforming
  const renderer = '/node_modules/react-dom/cjs/react-dom-client.production.js'
  expect(() => transform('function getResource() {}', renderer)).toThrow(/acquireResource/)
})
