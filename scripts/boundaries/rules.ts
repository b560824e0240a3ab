/**
 * Who may import whom, as docs/architecture.md draws it. Paths are relative to the repository, with
 * slashes. A test (`*.test.ts`, everything in tests/ and in a folder testing/) may import whatever it tests.
 */

/** A domain may import those it points to, and whatever these point to. */
const DOMAIN_ARROWS: Record<string, string[]> = {
  accounts: [],
  'api-keys': ['accounts', 'credits', 'jobs', 'orders'],
  brands: [],
  consents: [],
  moderation: [],
  credits: ['accounts'],
  media: ['accounts'],
  billing: ['credits'],
  clusters: ['billing'],
  referrals: ['clusters'],
  engines: ['jobs', 'accounts'],
  mcp: ['credits', 'jobs', 'media', 'openai-images', 'orders'],
  'openai-images': ['api-keys', 'jobs', 'media', 'orders'],
  sdapi: ['openai-images'],
  orders: ['billing', 'credits', 'moderation'],
  jobs: ['orders', 'media', 'brands'],
  library: ['jobs'],
  prompts: ['jobs'],
  studios: ['jobs'],
  packs: ['community', 'jobs', 'studios'],
  headshots: ['jobs', 'studios'],
  community: ['library', 'studios'],
  trials: ['jobs', 'media', 'moderation'],
  support: ['community'],
  lifecycle: ['studios'],
  announcements: ['billing'],
  webhooks: ['accounts'],
  privacy: [
    'announcements',
    'api-keys',
    'community',
    'consents',
    'headshots',
    'lifecycle',
    'packs',
    'prompts',
    'referrals',
    'support',
    'trials',
    'webhooks',
  ],
  installation: ['accounts'],
  'site-pictures': ['installation', 'packs'],
  admin: ['headshots', 'packs', 'referrals'],
}

/** Features of the web app stand alone, but for ordering a generation (`generate`) and what builds on it. */
const FEATURE_ARROWS: Record<string, string[]> = {
  create: ['gallery', 'generate'],
  generate: ['gallery'],
  grids: ['gallery', 'generate'],
  'headshot-sets': ['generate', 'studios', 'tool-page'],
  'image-editor': ['generate', 'tool-page'],
  library: ['gallery', 'generate'],
  'share-target': ['generate', 'tool-page'],
  studios: ['generate'],
  'tool-page': ['gallery', 'generate'],
  tools: ['create', 'gallery', 'generate', 'image-editor', 'tool-page'],
}

/** Places of the repository, first match wins; the place of a file is the rule it lives under. */
const PLACES: [place: string, pattern: RegExp][] = [
  ['tests', /^tests\/|\/testing\/|\.test\.tsx?$/],
  ['contract', /^contract\//],
  ['messages', /^messages\//],
  ['brands', /^brands\//],
  ['content', /^content\//],
  // The route of a tool lies with the rest of it.
  ['web app', /^web\/(app\/|features\/tools\/[^/]+\/route\.tsx$)/],
  ['web feature', /^web\/features\//],
  ['web ui', /^web\/ui\//],
  ['web messages', /^web\/messages\//],
  ['web lib', /^web\/lib\//],
  ['main', /^server\/main\.ts$/],
  ['command line', /^server\/cli(\.ts$|\/)/],
  ['app', /^server\/app\//],
  ['config', /^server\/config\//],
  ['http', /^server\/http\//],
  ['texts', /^server\/texts\//],
  ['workers', /^server\/workers\//],
  ['domain', /^server\/domains\//],
  ['test payments', /^test-payments\//],
  ['engine spec', /^server\/engines\/spec\//],
  ['engine registry', /^server\/engines\/[^/]+\.ts$/],
  // What engines that are other servers have in common.
  ['remote engines', /^server\/engines\/remote\//],
  ['engine', /^server\/engines\//],
  ['platform', /^server\/platform\//],
  ['cpu engine', /^engine\//],
  // Shared by the server and the CPU engine; imports neither.
  ['lib', /^lib\//],
  ['scripts', /^scripts\//],
  ['models', /^models\//],
]

/** What each place may import besides itself. */
export const MAY_IMPORT: Readonly<Record<string, string[]>> = {
  contract: [],
  brands: ['content', 'contract'],
  content: ['contract'],
  'web lib': ['contract', 'brands', 'web messages'],
  'web messages': [],
  'web ui': ['contract', 'brands', 'web lib', 'web messages'],
  'web feature': ['content', 'contract', 'brands', 'web lib', 'web messages', 'web ui'],
  'web app': ['content', 'contract', 'brands', 'web lib', 'web messages', 'web ui', 'web feature'],
  main: ['app', 'config', 'lib', 'platform', 'test payments'],
  'command line': [
    'app',
    'config',
    'contract',
    'domain',
    'engine',
    'engine registry',
    'engine spec',
    'lib',
    'platform',
    'test payments',
    'texts',
  ],
  app: [
    'brands',
    'config',
    'contract',
    'domain',
    'engine',
    'engine registry',
    'engine spec',
    'http',
    'lib',
    'platform',
    'test payments',
    'texts',
    'workers',
  ],
  config: ['contract', 'lib', 'platform', 'texts'],
  http: [
    'brands',
    'config',
    'contract',
    'domain',
    'engine spec',
    'lib',
    'platform',
    'test payments',
    'texts',
  ],
  messages: [],
  texts: ['contract', 'lib', 'messages'],
  'test payments': ['config', 'contract', 'lib', 'platform'],
  workers: ['config', 'contract', 'domain', 'engine spec', 'lib', 'platform', 'texts'],
  domain: ['brands', 'content', 'contract', 'engine spec', 'lib', 'platform', 'texts'],
  'engine spec': ['contract', 'lib', 'platform', 'texts'],
  'engine registry': ['config', 'contract', 'engine', 'engine spec', 'lib', 'platform', 'texts'],
  'remote engines': ['contract', 'engine spec', 'lib', 'platform', 'texts'],
  engine: ['contract', 'cpu engine', 'engine spec', 'lib', 'platform', 'remote engines', 'texts'],
  'cpu engine': ['contract', 'lib'],
  platform: ['contract', 'lib', 'texts'],
  lib: ['contract'],
  models: ['contract', 'cpu engine', 'engine spec', 'lib', 'platform', 'scripts'],
  scripts: [
    'brands',
    'config',
    'content',
    'contract',
    'cpu engine',
    'engine',
    'engine spec',
    'lib',
    'platform',
    'texts',
  ],
}

/** The only packages that a place may use; a place that is not listed may use any. */
const PACKAGES: Record<string, string[]> = {
  contract: ['zod', '@zxcvbn-ts/core', '@zxcvbn-ts/language-common'],
}

/** Folders in which folders may import each other in a circle. */
export const MAY_BE_CIRCLES: ReadonlySet<string> = new Set([
  // The places of the repository, which the table above keeps apart.
  '',
  'web',
])

/** Whether a folder is a domain: its own files belong to no layer by being there, so that they may be part of no circle either. */
export const isDomain = (folder: string): boolean => /^server\/domains\/[^/]+$/.test(folder)

/** Tables that others than their owner name too, and the folders that do. */
const SHARED_TABLES: Record<string, string[]> = {
  // The test clock moves by this row inside their own SQL.
  clock_offset: ['server/domains/credits/', 'test-payments/'],
  // A job writes the row of an image once, at its delivery; from then on its owner changes it in the library.
  prediction_images: ['server/domains/library/'],
}

/** Whether a file may name a table of another owner. */
export const mayName = (path: string, table: string): boolean =>
  SHARED_TABLES[table]?.some((folder) => path.startsWith(folder)) ?? false

/** A backup is of the whole database: it may name every table. */
export const isOfWholeDatabase = (path: string): boolean =>
  path.startsWith('server/platform/db/backup/')

function layerOf(path: string): string | undefined {
  return PLACES.find(([, pattern]) => pattern.test(path))?.[0]
}

/** Tests may import whatever they test, and look into every table. */
export const isTest = (path: string): boolean => layerOf(path) === 'tests'

/**
 * What the arrows of domains and features name although it is not there, and domains that have no row among them.
 * @param folders in `server/domains/` and in `web/features/`
 */
export function arrowFaults(folders: { domains: string[]; features: string[] }): string[] {
  const named = (arrows: Record<string, string[]>): Set<string> =>
    new Set(Object.entries(arrows).flatMap(([from, to]) => [from, ...to]))
  const missing = (names: Set<string>, there: string[], what: string): string[] =>
    [...names]
      .filter((name) => !there.includes(name))
      .map((name) => `names the ${what} ${name}, which is not there`)
  return [
    ...missing(named(DOMAIN_ARROWS), folders.domains, 'domain'),
    ...missing(named(FEATURE_ARROWS), folders.features, 'feature'),
    ...folders.domains
      .filter((domain) => !(domain in DOMAIN_ARROWS))
      .map((domain) => `has no row for the domain ${domain}`),
  ]
}

/** The part of a path after a folder: `server/domains/credits/store.ts` -> `credits`. */
function memberOf(folder: string, path: string): string {
  return path.slice(folder.length).split('/')[0] ?? ''
}

function reachableDomains(domain: string): Set<string> {
  const reached = new Set<string>()
  const visit = (name: string): void => {
    for (const next of DOMAIN_ARROWS[name] ?? []) {
      if (!reached.has(next)) {
        reached.add(next)
        visit(next)
      }
    }
  }
  visit(domain)
  // Admin looks at everything.
  if (domain === 'admin') for (const name of Object.keys(DOMAIN_ARROWS)) reached.add(name)
  return reached
}

/** What holds credits and gives them back, and the one domain that may (docs/decisions/0193-orders-are-one-door.md). */
const HOLDING = { file: 'server/domains/credits/holding.ts', by: 'orders' }

function domainFault(from: string, to: string): string | null {
  const target = memberOf('server/domains/', to)
  if (!(target in DOMAIN_ARROWS)) return `${target} is no domain of the table`
  const source = from.startsWith('server/domains/') ? memberOf('server/domains/', from) : null
  if (source === target) return null
  if (source && !reachableDomains(source).has(target)) {
    return `the domain ${source} may not import the domain ${target}`
  }
  if (to === HOLDING.file)
    return source === HOLDING.by ? null : `credits are held and given back by ${HOLDING.by} alone`
  if (to !== `server/domains/${target}/index.ts`) {
    return `a domain is imported through its index.ts only`
  }
  return null
}

/** The adapter of the CPU engine: the only part of the server that may import it, through its index alone. */
const CPU_ENGINE = { index: 'engine/index.ts', adapter: 'server/engines/builtin/' }

/** What only the built-in model needs, and the one file that may know of it. */
const COMPANION = { folder: 'engine/illustrations/', by: 'companions.ts' }

function isCompanionFault(from: string, to: string): boolean {
  const { folder, by } = COMPANION
  const allowed = [folder, `engine/${by}`]
  return to.startsWith(folder) && !allowed.some((path) => from.startsWith(path))
}

const JOBS = 'server/domains/jobs/'
const KINDS = `${JOBS}kinds/`

/** The list of kinds and the paths that single kinds have: all that the rest of jobs may import of them. */
const OF_ALL_KINDS = new Set([`${KINDS}loaders.ts`, `${KINDS}routes.ts`])

/** The domain jobs asks a kind and knows none by name (docs/decisions/0058-kinds-of-jobs-and-lanes.md). */
const knowsKind = (from: string, to: string): boolean =>
  from.startsWith(JOBS) && !from.startsWith(KINDS) && to.startsWith(KINDS) && !OF_ALL_KINDS.has(to)

/**
 * Judges one import.
 * @param from path of the importing file
 * @param to path of the imported file, or the name of a package
 * @returns what is wrong with it, or null
 */
export function importFault(from: string, to: { path: string } | { name: string }): string | null {
  const source = layerOf(from)
  if (source === undefined) return `${from} lies outside of every place that has a rule`
  if (source === 'tests') return null
  if ('name' in to) {
    const packages = PACKAGES[source]
    if (!packages || packages.some((name) => to.name === name || to.name.startsWith(`${name}/`))) {
      return null
    }
    return `${source} may use only ${packages.join(', ')}`
  }

  const target = layerOf(to.path)
  if (target === undefined) return `${to.path} lies outside of every place that has a rule`
  if (target !== source && !MAY_IMPORT[source]?.includes(target)) {
    return `${source} may not import ${target}`
  }
  if (knowsKind(from, to.path))
    return 'jobs know no kind by name: they import kinds/loaders.ts, which lists them, and kinds/routes.ts'
  if (target === 'domain') return domainFault(from, to.path)
  if (source === 'engine' && target === 'cpu engine') {
    const { index, adapter } = CPU_ENGINE
    return from.startsWith(adapter) && to.path === index
      ? null
      : `the CPU engine is imported by ${adapter} alone, through its index`
  }
  if (source === 'cpu engine' && isCompanionFault(from, to.path))
    return `what only one model needs is imported by ${COMPANION.by} alone`
  for (const [place, folder] of [
    ['web feature', 'web/features/'],
    ['engine', 'server/engines/'],
  ] as const) {
    if (source !== place || target !== place) continue
    const [member, other] = [memberOf(folder, from), memberOf(folder, to.path)]
    if (member === other) continue
    if (place === 'web feature' && FEATURE_ARROWS[member]?.includes(other)) continue
    return `one ${place} may not import another`
  }
  return null
}
