import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { arrowFaults, importFault } from './boundaries/rules.ts'

const script = fileURLToPath(new URL('check-boundaries.ts', import.meta.url))
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boundaries-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, source: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), source)
}

function check(): { code: number | null; faults: string[] } {
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' })
  return { code: status, faults: stderr.trim().split('\n').filter(Boolean) }
}

describe('check-boundaries', () => {
  it('passes what the table allows', () => {
    write('contract/users.ts', "import { z } from 'zod'\nimport './common.ts'")
    write('server/domains/jobs/index.ts', "import '#server/domains/accounts/index.ts'")
    write('server/domains/jobs/index.test.ts', "import '#tests/support/app.ts'")
    write('web/app/routes/home.tsx', "import type { Route } from './+types/home'")
    expect(check()).toEqual({ code: 0, faults: [] })
  })

  it('names the file and the line of every kind of forbidden import', () => {
    write(
      'server/platform/db/open.ts',
      [
        "import type { A } from '../../domains/accounts/index.ts'",
        "export { b } from '#server/domains/credits/index.ts'",
        'export const c = () => import(`../../../web/lib/client.ts`)',
      ].join('\n'),
    )
    const { code, faults } = check()
    expect(code).toBe(1)
    expect(faults).toEqual([
      'server/platform/db/open.ts:1 imports ../../domains/accounts/index.ts: platform may not import domain',
      'server/platform/db/open.ts:2 imports #server/domains/credits/index.ts: platform may not import domain',
      'server/platform/db/open.ts:3 imports ../../../web/lib/client.ts: platform may not import web lib',
    ])
  })
})

describe('imports', () => {
  it('of pages bring no schemas', () => {
    write('contract/common.ts', "export { z } from 'zod'")
    write('contract/users.ts', "import './common.ts'\nexport type User = string")
    write('contract/values/users.ts', "import type { User } from '../users.ts'")
    const imports = [
      "import type { User } from '#contract/users.ts'",
      "import '#contract/values/users.ts'",
    ]
    write('web/lib/a.ts', imports.join('\n'))
    write('web/lib/b.ts', [...imports, "import { b } from '#contract/users.ts'"].join('\n'))
    // It stays, for its effect.
    write('web/lib/c.ts', "import { type User } from '#contract/users.ts'\nimport './b.ts'")
    write('web/lib/d.ts', "import { z } from 'zod'")
    write('lib/schema.ts', "export { z } from 'zod'")
    write('content/looks.ts', "import { z } from '#lib/schema.ts'")
    const why =
      'it would bring zod to the browser; pages import values of files without schemas, such as those of contract/values/'
    expect(check().faults.filter((fault) => fault.includes('zod to'))).toEqual([
      `web/lib/b.ts:3 imports #contract/users.ts: ${why}`,
      `web/lib/c.ts:1 imports #contract/users.ts: ${why}`,
      `web/lib/d.ts:1 imports zod: ${why}`,
      `content/looks.ts:1 imports #lib/schema.ts: ${why}`,
    ])
  })

  it('inside types are judged like others', () => {
    write(
      'server/domains/credits/a.ts',
      [
        "export type A = import('#server/domains/billing/index.ts').Billing",
        "export type B = typeof import('#server/domains/accounts/store.ts')",
      ].join('\n'),
    )
    expect(check().faults).toEqual([
      'server/domains/credits/a.ts:1 imports #server/domains/billing/index.ts: the domain credits may not import the domain billing',
      'server/domains/credits/a.ts:2 imports #server/domains/accounts/store.ts: a domain is imported through its index.ts only',
    ])
  })

  it.each([
    'models/text-to-image/model.mjs',
    'models/text-to-image/training/raster.mjs',
    'scripts/prepare/run.mjs',
    'web/app/recover.js',
  ])('of %s are judged, too', (file) => {
    write(file, "import '#server/http/server.ts'")
    expect(check().faults).toEqual([
      expect.stringContaining(`${file}:1 imports #server/http/server.ts: `),
    ])
  })
})

describe('circles', () => {
  it('are found, of types too, and named with all their files', () => {
    write('server/domains/media/a.ts', "import { b } from './b.ts'")
    write('server/domains/media/b.ts', "export type { C } from './c.ts'")
    write('server/domains/media/c.ts', "import type { A } from './a.ts'\nimport './d.ts'")
    write('server/domains/media/d.ts', 'export const d = 1')
    expect(check()).toEqual({
      code: 1,
      faults: [
        'server/domains/media/a.ts:1 imports in a circle, types included: ' +
          'server/domains/media/a.ts, server/domains/media/b.ts, server/domains/media/c.ts',
      ],
    })
  })

  it('that a type closes by asking for a module in place are found', () => {
    write('server/domains/media/a.ts', "export type A = import('./b.ts').B")
    write('server/domains/media/b.ts', "export type B = typeof import('./a.ts')")
    expect(check().faults).toEqual([
      'server/domains/media/a.ts:1 imports in a circle, types included: ' +
        'server/domains/media/a.ts, server/domains/media/b.ts',
    ])
  })

  it('of folders are found although no file is in one', () => {
    write('server/domains/media/uploads/a.ts', "import '../projects/b.ts'")
    write('server/domains/media/uploads/c.ts', 'export const c = 1')
    write('server/domains/media/projects/b.ts', 'export const b = 1')
    write('server/domains/media/projects/d.ts', "import '../uploads/c.ts'")
    // A file beside the folders is what they share.
    write('server/http/store.ts', "import './replies/c.ts'")
    write('server/http/replies/c.ts', 'export const c = 1')
    write('server/http/replies/e.ts', "import '../store.ts'")
    expect(check().faults).toEqual([
      'server/domains/media:1 holds folders that import each other in a circle: ' +
        'server/domains/media/projects, server/domains/media/uploads',
    ])
  })

  it('of a domain are found that lead through its own files', () => {
    write('server/domains/media/uploads/a.ts', "import '../store.ts'")
    write('server/domains/media/store.ts', "import './registry.ts'")
    write('server/domains/media/registry.ts', "import './uploads/b.ts'")
    write('server/domains/media/uploads/b.ts', 'export const b = 1')
    expect(check().faults).toEqual([
      'server/domains/media:1 holds folders that import each other in a circle: ' +
        'server/domains/media/registry.ts, server/domains/media/store.ts, server/domains/media/uploads',
    ])
  })

  it('of models count too', () => {
    write('models/a/x.ts', "import './y.ts'")
    write('models/a/y.ts', "import './x.ts'")
    expect(check().faults).toHaveLength(1)
  })
})

describe('credits', () => {
  it('are held and given back by orders alone', () => {
    const holding = { path: 'server/domains/credits/holding.ts' }
    expect(importFault('server/domains/orders/place-order.ts', holding)).toBeNull()
    for (const file of ['jobs/run/end-job.ts', 'billing/refund.ts', 'admin/books.ts'])
      expect(importFault(`server/domains/${file}`, holding)).toBe(
        'credits are held and given back by orders alone',
      )
    expect(importFault('server/app/domains.ts', holding)).not.toBeNull()
  })
})

describe('tables', () => {
  const schema = (table: string) =>
    `declare module 'x' {\n  interface Database {\n    ${table}: {\n      id: string\n    }\n  }\n}`

  it('are named only by the SQL of their owner and of tests', () => {
    write('server/domains/media/schema.ts', schema('uploaded_images'))
    write(
      'server/domains/media/find.ts',
      "export const a = (db: X) => db.selectFrom('uploaded_images as u')",
    )
    write(
      'server/domains/privacy/other.ts',
      [
        '/* from uploaded_images, says a comment */',
        "export const a = (db: X) => db.selectFrom('uploads')",
        "export const b = 'uploaded_images'",
      ].join('\n'),
    )
    write('server/domains/accounts/find.test.ts', 'const a = sql`select 1 from uploaded_images`')
    expect(check()).toEqual({ code: 0, faults: [] })

    write(
      'server/domains/accounts/find.ts',
      [
        "export const a = (db: X) => db.updateTable('uploaded_images')",
        'export const b = sql`select 1 from users u',
        '  left join uploaded_images i on true`',
      ].join('\n'),
    )
    expect(check().faults).toEqual([
      'server/domains/accounts/find.ts:1 names uploaded_images, a table of server/domains/media',
      'server/domains/accounts/find.ts:3 names uploaded_images, a table of server/domains/media',
    ])
  })
})

describe('tables of others', () => {
  const LOTS = 'server/domains/credits/schema.ts'
  const lots = "declare module 'x' { interface Database { credit_lots: { id: string } } }"

  it.each([
    ['in a list', "db.selectFrom(['uploads as a', 'credit_lots'])"],
    ['with another name', "db.selectFrom('credit_lots as l')"],
    ['in a lateral join', "db.leftJoinLateral('credit_lots', (join) => join)"],
    ['where rows are merged into', "db.mergeInto('credit_lots as l')"],
    ['in capitals', 'sql`SELECT 1 FROM CREDIT_LOTS`'],
    ['in quotes', 'sql`select 1 from "credit_lots"`'],
    ['in its schema', 'sql`select 1 from public.credit_lots`'],
    ['in its schema, in quotes', 'sql`select 1 from "public"."credit_lots"`'],
    ['after a comma', 'sql`select 1 from uploads u, credit_lots c`'],
    ['after something that is filled in', 'sql`select 1 from ${uploads} u, credit_lots c`'],
    ['that is emptied', 'sql`truncate credit_lots`'],
    ['that is locked', "db.pool.query('lock table credit_lots in exclusive mode')"],
    ['as a class of PostgreSQL', "sql`select 'credit_lots'::regclass`"],
    ['as a part of SQL', "sql.table('credit_lots')"],
    ['by one of its columns', "sql.ref('credit_lots.id')"],
    ['in plain SQL', "sql.raw('delete from credit_lots')"],
    ['in SQL that is put together', "statement('select 1 ' + 'from uploads, credit_lots')"],
    ['in SQL that goes somewhere', "'select 1 from uploads, credit_lots'"],
    ['in a part of SQL that goes somewhere', "' left join credit_lots on true'"],
    ['in a choice', "db.deleteFrom(old ? 'uploads' : 'credit_lots')"],
    ['after an address in the same line', "'http://a' + sql`select 1 from credit_lots`"],
    ['on a line of its own', "'select 1 from\\ncredit_lots'"],
    ['in the type of a row', "1 as Selectable<Database['credit_lots']>"],
    ['in the type of a part', "1 as Pick<Database, 'credit_lots'>"],
    ['where rows are estimated', "estimateRows(db, 'credit_lots')"],
  ])('are found %s', (_, code) => {
    write(LOTS, lots)
    write('server/domains/media/a.ts', `export const a = ${code}`)
    expect(check().faults).toEqual([
      'server/domains/media/a.ts:1 names credit_lots, a table of server/domains/credits',
    ])
  })

  it.each([
    ['a column', 'sql`select u.credit_lots from uploads u`'],
    ['a name that the statement gives', 'sql`select 1 as credit_lots`'],
    ['a comment of SQL', 'sql`select 1 -- from credit_lots\n`'],
    ['a word of a sentence', "'There are no credit_lots left.'"],
    ['a longer name', 'sql`select 1 from credit_lots_of_others`'],
  ])('are not taken for %s', (_, code) => {
    write(LOTS, lots)
    write('server/domains/media/a.ts', `export const a = ${code}`)
    expect(check().faults).toEqual([])
  })

  it('of the platform are named by those that share them', () => {
    write(
      'server/platform/db/schema.ts',
      'export interface Database {\n  clock_offset: { amount: string }\n  app_secrets: { name: string }\n}',
    )
    const code = 'export const a = sql`select 1 from clock_offset, app_secrets`'
    for (const file of ['platform/secrets.ts', 'domains/credits/a.ts', 'domains/media/a.ts'])
      write(`server/${file}`, code)
    expect(check().faults).toEqual([
      'server/domains/credits/a.ts:1 names app_secrets, a table of server/platform',
      'server/domains/media/a.ts:1 names clock_offset, a table of server/platform',
      'server/domains/media/a.ts:1 names app_secrets, a table of server/platform',
    ])
  })
})

describe('arrows', () => {
  it('name domains and features that are there, and every domain has a row', () => {
    const faults = arrowFaults({ domains: ['accounts', 'gardens'], features: ['create'] })
    // `library` is a key alone, `gallery` a value alone.
    expect(faults).toContain('names the domain billing, which is not there')
    expect(faults).toContain('names the feature library, which is not there')
    expect(faults).toContain('names the feature gallery, which is not there')
    expect(faults).toContain('has no row for the domain gardens')
    expect(faults.filter((fault) => /accounts|create/.test(fault))).toEqual([])
  })
})

describe('kinds of jobs', () => {
  const folder = 'server/domains/jobs'
  const judge = (from: string, to: string) =>
    importFault(`${folder}/${from}`, { path: `${folder}/kinds/${to}` })

  it('are not known by name outside of their folder', () => {
    expect(judge('create-jobs.ts', 'loaders.ts')).toBeNull()
    expect(judge('routes.ts', 'routes.ts')).toBeNull()
    expect(judge('kinds/upscale/kind.ts', 'tool/find-tool.ts')).toBeNull()
    expect(judge('run/run-job.test.ts', 'video/price.ts')).toBeNull()
    expect(judge('run/run-job.ts', 'video/price.ts')).toBe(
      'jobs know no kind by name: they import kinds/loaders.ts, which lists them, and kinds/routes.ts',
    )
  })
})

describe('importFault', () => {
  const cases: [from: string, to: string, fault: string | null][] = [
    ['server/domains/media/a.ts', 'server/domains/accounts/index.ts', null],
    ['server/domains/billing/a.ts', 'server/domains/accounts/index.ts', null],
    ['server/domains/admin/a.ts', 'server/domains/moderation/index.ts', null],
    [
      'server/domains/credits/a.ts',
      'server/domains/billing/index.ts',
      'the domain credits may not import the domain billing',
    ],
    [
      'server/domains/billing/a.ts',
      'server/domains/credits/store.ts',
      'a domain is imported through its index.ts only',
    ],
    [
      'server/http/server.ts',
      'server/domains/accounts/store.ts',
      'a domain is imported through its index.ts only',
    ],
    ['server/domains/jobs/a.ts', 'server/engines/spec/index.ts', null],
    ['server/domains/jobs/a.ts', 'server/engines/builtin/index.ts', 'domain may not import engine'],
    ['server/engines/fal/a.ts', 'server/engines/builtin/b.ts', 'one engine may not import another'],
    [
      'engine/diffusion/drawing-plan.ts',
      'engine/illustrations/companion.ts',
      'what only one model needs is imported by companions.ts alone',
    ],
    ['engine/companions.ts', 'engine/illustrations/companion.ts', null],
    ['engine/illustrations/companion.ts', 'engine/diffusion/networks.ts', null],
    ['engine/engine.ts', 'lib/threads.ts', null],
    ['engine/engine.ts', 'server/platform/outbound-http.ts', 'cpu engine may not import platform'],
    ['server/engines/builtin/index.ts', 'engine/index.ts', null],
    [
      'server/engines/builtin/a.ts',
      'engine/diffusion/networks.ts',
      'the CPU engine is imported by server/engines/builtin/ alone, through its index',
    ],
    [
      'server/engines/fal/a.ts',
      'engine/index.ts',
      'the CPU engine is imported by server/engines/builtin/ alone, through its index',
    ],
    ['server/app/engines.ts', 'engine/index.ts', 'app may not import cpu engine'],
    ['server/domains/jobs/a.ts', 'engine/index.ts', 'domain may not import cpu engine'],
    ['lib/threads.ts', 'engine/index.ts', 'lib may not import cpu engine'],
    [
      'server/engines/builtin/a.ts',
      'server/domains/media/index.ts',
      'engine may not import domain',
    ],
    ['server/app/context.ts', 'server/main.ts', 'app may not import main'],
    ['server/http/ssr.ts', 'web/app/root.tsx', 'http may not import web app'],
    ['web/lib/client.ts', 'server/platform/errors.ts', 'web lib may not import platform'],
    ['web/features/media/a.tsx', 'web/features/media/b.tsx', null],
    [
      'web/features/media/a.tsx',
      'web/features/credits/b.tsx',
      'one web feature may not import another',
    ],
    ['web/ui/shell.tsx', 'web/features/credits/b.tsx', 'web ui may not import web feature'],
    ['contract/users.ts', 'server/platform/errors.ts', 'contract may not import platform'],
    ['server/platform/log.ts', 'tests/support/app.ts', 'platform may not import tests'],
    ['scripts/make-icons.ts', 'tests/support/app.ts', 'scripts may not import tests'],
    [
      'web/app/root.tsx',
      'elsewhere/a.ts',
      'elsewhere/a.ts lies outside of every place that has a rule',
    ],
  ]
  it.each(cases)('%s -> %s', (from, path, fault) => {
    expect(importFault(from, { path })).toBe(fault)
  })

  it('lets the contract use zod, the rating of passwords and nothing else', () => {
    expect(importFault('contract/users.ts', { name: 'zod' })).toBeNull()
    expect(importFault('contract/users.ts', { name: 'node:fs' })).toBe(
      'contract may use only zod, @zxcvbn-ts/core, @zxcvbn-ts/language-common',
    )
  })
})
