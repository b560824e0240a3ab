import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readLanguage } from '#scripts/words/message-files.ts'

/** What the router's manifest says of a route: its file, what that imports, and its style sheets. */
interface RouteFiles {
  parentId?: string
  module: string
  imports: string[]
  css: string[]
}

interface Manifest {
  entry: { module: string; imports: string[] }
  routes: Record<string, RouteFiles>
}

const CLIENT = join(import.meta.dirname, '../../build/client')

/** Of JavaScript that a page asks for before anybody touches it, kB gz at most: what sells and what is used most stays lighter. */
const MOST_JS = { first: 200, other: 240 }
const FIRST = /^(home|pricing|all-tools|text-to-image|tools\/.+)$/
/** For operators, who come on good lines and stay. */
const UNLIMITED = /^admin/

/** Of CSS, kB gz at most. */
const MOST_CSS = 24

/** The pages on which images are made or listed. */
const WITH_TOOLS = /^(tools\/.+|text-to-image|image-to-image|library|grids?)$/

/** Of texts, within its JavaScript, kB gz at most. */
const MOST_TEXTS = 12

/** The code of the server, which stands in its entry or in the file that this names. */
function readServer(entry: string): string {
  const code = readFileSync(entry, 'utf8')
  const named = /from ?"(\.\/assets\/server-build-[^"]+)"/.exec(code)?.[1]
  return named === undefined ? code : readFileSync(join(dirname(entry), named), 'utf8')
}

function readManifest(): Manifest {
  const assets = join(CLIENT, 'assets')
  const texts = readdirSync(assets)
    .filter((file) => file.startsWith('manifest-'))
    .map((file) => readFileSync(join(assets, file), 'utf8'))
    .filter((text) => text.includes('__reactRouterManifest'))
    .toSorted()
  // A new build keeps the files of earlier ones; the server's code names its own.
  const server = readServer(join(CLIENT, '../server/index.js'))
  const text = texts.find((one) => server.includes(/"version":"([^"]+)"/.exec(one)?.[1] ?? '-'))
  if (text === undefined) throw new Error('The build has no manifest; `npm run build` makes one')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}

const { entry, routes } = readManifest()

function chainOf(id: string): RouteFiles[] {
  const route = routes[id]
  if (!route) throw new Error(`There is no route ${id}`)
  return route.parentId === undefined ? [route] : [...chainOf(route.parentId), route]
}

function filesOf(page: string): { js: Set<string>; css: Set<string> } {
  const chain = chainOf(page.includes('/') ? page : `routes/${page}`)
  return {
    js: new Set([
      entry.module,
      ...entry.imports,
      ...chain.flatMap(({ module, imports }) => [module, ...imports]),
    ]),
    css: new Set(chain.flatMap(({ css }) => css).map((file) => file.replace(/#.*$/, ''))),
  }
}

const read = (file: string) => readFileSync(join(CLIENT, file))
const weigh = (files: Set<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(read(file)).length, 0) / 1000

/** By their short names; the frames around pages and what answers no page are none. */
const PAGES = Object.keys(routes)
  .filter((id) => (routes[id]?.css.length ?? 0) > 0 && id !== 'root' && id !== 'routes/pages')
  .map((id) => id.replace(/^routes\//, ''))

it.each(PAGES.filter((page) => !UNLIMITED.test(page)))('keeps %s light', (page) => {
  const { js, css } = filesOf(page)
  expect(weigh(js)).toBeLessThanOrEqual(FIRST.test(page) ? MOST_JS.first : MOST_JS.other)
  expect(weigh(css)).toBeLessThanOrEqual(MOST_CSS)
})

it.each(PAGES)('brings no schemas to %s', (page) => {
  const code = [...filesOf(page).js].map((file) => read(file).toString()).join('\n')
  // Words of zod's own.
  expect(code).not.toMatch(/ZodError|invalid_union/)
})

const english = readLanguage(join(import.meta.dirname, '../messages/en'))

/** A text that stands as it is in the built code. */
const sampleOf = (messages: Record<string, string>): string =>
  Object.values(messages)
    .filter((text) => /^[\w ,.]+$/.test(text))
    .toSorted((a, b) => b.length - a.length)[0]!

it.each(PAGES)('brings few texts to %s, and none of other features', (page) => {
  const code = [...filesOf(page).js].map((file) => read(file).toString()).join('\n')
  const brought = [...english].filter(([, messages]) => code.includes(sampleOf(messages)))
  const names = brought.map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(['lib', 'shell', 'ui']))
  const ofTools = names.filter((name) => /^(create|gallery|generate|tools)/.test(name))
  expect(ofTools.length > 0).toBe(WITH_TOOLS.test(page))
  // What only a dialog or an opened part of a page says comes with it.
  expect(names).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/-(advanced|loras|mask|prompt|touch-up)$/)]),
  )
  const texts = JSON.stringify(brought.map(([, messages]) => messages))
  expect(gzipSync(texts).length / 1000).toBeLessThanOrEqual(MOST_TEXTS)
})
