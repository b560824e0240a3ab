import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

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

/** Of JavaScript and CSS that a page asks for before anybody touches it, kB gz at most. */
const LIMITS: Record<string, { js: number; css: number }> = {
  home: { js: 170, css: 20 },
  pricing: { js: 187, css: 22 },
  faq: { js: 170, css: 20 },
  'background-removal': { js: 270, css: 32 },
  'upscale-image': { js: 270, css: 32 },
  'face-swap': { js: 270, css: 32 },
  'instant-avatars': { js: 270, css: 32 },
  'all-tools': { js: 170, css: 20 },
  'terms-of-service': { js: 170, css: 20 },
  login: { js: 187, css: 22 },
  register: { js: 187, css: 22 },
  dashboard: { js: 230, css: 25 },
  'text-to-image': { js: 254, css: 28 },
  'image-to-image': { js: 272, css: 30 },
}

function readManifest(): Manifest {
  const assets = join(CLIENT, 'assets')
  const texts = readdirSync(assets)
    .filter((file) => file.startsWith('manifest-'))
    .map((file) => readFileSync(join(assets, file), 'utf8'))
    .filter((text) => text.includes('__reactRouterManifest'))
    .toSorted()
  // A new build keeps the files of earlier ones; the server's code names its own.
  const server = readFileSync(join(CLIENT, '../server/index.js'), 'utf8')
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
  const chain = chainOf(`routes/${page}`)
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

it.each(Object.entries(LIMITS))('keeps %s light', (page, limits) => {
  const { js, css } = filesOf(page)
  expect(weigh(js)).toBeLessThanOrEqual(limits.js)
  expect(weigh(css)).toBeLessThanOrEqual(limits.css)
})

it.each(Object.keys(LIMITS))('brings no schemas to %s', (page) => {
  const code = [...filesOf(page).js].map((file) => read(file).toString()).join('\n')
  // Words of zod's own.
  expect(code).not.toMatch(/ZodError|invalid_union/)
})
